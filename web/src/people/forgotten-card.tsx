// A forgotten password: a code by mail, and with it a new password; or who else can help.
import { useState } from 'preact/hooks';
import { forgetPassword, resetPassword } from '../api/accounts';
import { missing, nameProblem, passwordProblem } from './account-text';
import { AccountForm, PasswordField, TextField, type Values } from './form-field';
import { StatusLine } from '../ui/status';
import { useMail } from './use-mail';

export function ForgottenCard() {
    const mail = useMail();
    if (mail === null) return null;
    return (
        <details>
            <summary>I have forgotten my password</summary>
            {mail ? (
                <CodeForms />
            ) : (
                <p>This server sends no mail. Whoever runs it can give you a new password.</p>
            )}
        </details>
    );
}

function CodeForms() {
    const [codeRequested, setCodeRequested] = useState(false);
    const [message, setMessage] = useState('');
    const ask = async ({ name = '' }: Values) => {
        await forgetPassword(name);
        setCodeRequested(true);
        setMessage('If this account has a mail address, a code is on its way there.');
    };
    const reset = async ({ code = '', fresh = '' }: Values) => {
        await resetPassword(code, fresh);
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
                    check={({ code, fresh = '' }) => ({
                        code: missing(code, 'Enter the code.'),
                        fresh: passwordProblem(fresh),
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
                            <PasswordField fresh label="New password" problems={problems} />
                        </>
                    )}
                </AccountForm>
            ) : (
                <AccountForm
                    key="ask"
                    label="Have a code mailed"
                    button="Mail me a code"
                    check={({ name = '' }) => ({ name: nameProblem(name) })}
                    onSend={ask}
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
