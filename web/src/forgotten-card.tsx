// A forgotten password: a code by mail, and with it a new password.
import { useState } from 'preact/hooks';
import { forgetPassword, resetPassword } from './account-api';
import { PASSWORD_HINT, nameProblem, passwordProblem, problemsIn, refusal } from './account-text';
import { AccountForm, PasswordField, TextField, type Problems } from './form-field';

export function ForgottenCard() {
    const [asked, setAsked] = useState(false);
    const [message, setMessage] = useState('');
    const ask = async ({ name = '' }: Record<string, string>): Promise<Problems> => {
        const wrong = problemsIn({ name: nameProblem(name) });
        if (Object.keys(wrong).length) return wrong;
        try {
            await forgetPassword(name);
        } catch (error) {
            return refusal(error, '');
        }
        setAsked(true);
        setMessage('If this account has a mail address, a code is on its way there.');
        return {};
    };
    const reset = async ({ code = '', fresh = '' }: Record<string, string>): Promise<Problems> => {
        const wrong = problemsIn({
            code: code.trim() ? '' : 'Enter the code.',
            fresh: passwordProblem(fresh),
        });
        if (Object.keys(wrong).length) return wrong;
        try {
            await resetPassword(code.trim(), fresh);
        } catch (error) {
            return refusal(error, '');
        }
        setAsked(false);
        setMessage('Your password is changed. Sign in with it.');
        return {};
    };
    return (
        <details>
            <summary>I have forgotten my password</summary>
            {asked ? (
                <AccountForm key="reset" label="Choose a new password" onSend={reset}>
                    {(problems, busy) => (
                        <>
                            <TextField
                                name="code"
                                label="Code"
                                autocomplete="one-time-code"
                                hint="From the mail; it is good for an hour."
                                problems={problems}
                            />
                            <PasswordField
                                name="fresh"
                                label="New password"
                                autocomplete="new-password"
                                hint={PASSWORD_HINT}
                                problems={problems}
                            />
                            <div class="buttons">
                                <button aria-disabled={busy}>Change the password</button>
                            </div>
                        </>
                    )}
                </AccountForm>
            ) : (
                <AccountForm key="ask" label="Have a code mailed" onSend={ask}>
                    {(problems, busy) => (
                        <>
                            <TextField
                                name="name"
                                label="Name of the account"
                                autocomplete="username"
                                problems={problems}
                            />
                            <div class="buttons">
                                <button aria-disabled={busy}>Mail me a code</button>
                            </div>
                        </>
                    )}
                </AccountForm>
            )}
            <p class="fine" role="status">
                {message}
            </p>
        </details>
    );
}
