// "I have forgotten my password": the server mails a code, which allows to choose a new password.
// Where it sends no mail, the card says who else can help.
import { useState } from 'preact/hooks';
import { forgetPassword, resetPassword } from '../api/accounts';
import { missing, nameProblem, passwordProblem } from './account-text';
import { AccountForm, PasswordField, TextField, type Values } from './form-field';
import { StatusLine } from '../ui/status';
import { useSendsMail } from './use-sends-mail';

export function ForgottenCard() {
    const sendsMail = useSendsMail();
    if (sendsMail === null) return null;
    return (
        <details>
            <summary>I have forgotten my password</summary>
            {sendsMail ? (
                <CodeForms />
            ) : (
                <p>This server sends no mail. Whoever runs it can give you a new password.</p>
            )}
        </details>
    );
}

/** The form that asks for a code, then the one that takes it; keys keep their inputs apart. */
function CodeForms() {
    const [codeRequested, setCodeRequested] = useState(false);
    const [message, setMessage] = useState('');
    const requestCode = async ({ name = '' }: Values) => {
        await forgetPassword(name);
        setCodeRequested(true);
        setMessage('If this account has a mail address, a code is on its way there.');
    };
    const reset = async ({ code = '', newPassword = '' }: Values) => {
        await resetPassword(code, newPassword);
        setCodeRequested(false);
        setMessage('Your password is changed. Sign in with it.');
    };
    return (
        <>
            {codeRequested ? (
                <AccountForm
                    key="reset"
                    label="Choose a new password"
                    button="Change the password"
                    check={({ code, newPassword = '' }) => ({
                        code: missing(code, 'Enter the code.'),
                        newPassword: passwordProblem(newPassword),
                    })}
                    onSend={reset}
                >
                    {(problems) => (
                        <>
                            <TextField
                                name="code"
                                label="Code"
                                autocomplete="one-time-code"
                                hint="From the mail; it is good for an hour."
                                problems={problems}
                            />
                            <PasswordField isNew label="New password" problems={problems} />
                        </>
                    )}
                </AccountForm>
            ) : (
                <AccountForm
                    key="request"
                    label="Have a code mailed"
                    button="Mail me a code"
                    check={({ name = '' }) => ({ name: nameProblem(name) })}
                    onSend={requestCode}
                >
                    {(problems) => (
                        <TextField
                            name="name"
                            label="Name of the account"
                            autocomplete="username"
                            problems={problems}
                        />
                    )}
                </AccountForm>
            )}
            <StatusLine>{message}</StatusLine>
        </>
    );
}
