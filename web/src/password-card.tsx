// Changing the password of the account.
import { useState } from 'preact/hooks';
import { changePassword } from './account-api';
import { PASSWORD_HINT, passwordProblem, problemsIn, refusal } from './account-text';
import { AccountForm, HiddenName, PasswordField, type Problems } from './form-field';

interface PasswordCardProps {
    name: string; // of the account
    onChange: () => void;
}

export function PasswordCard({ name, onChange }: PasswordCardProps) {
    const [message, setMessage] = useState('');
    const [changes, setChanges] = useState(0);
    const send = async ({ password = '', fresh = '' }: Record<string, string>): Promise<Problems> => {
        setMessage('');
        const wrong = problemsIn({
            password: password ? '' : 'Enter your present password.',
            fresh: passwordProblem(fresh),
        });
        if (Object.keys(wrong).length) return wrong;
        try {
            await changePassword(password, fresh);
        } catch (error) {
            return refusal(error, 'This is not your present password.');
        }
        setMessage('The password is changed. All other devices are signed out.');
        setChanges(changes + 1); // empties the fields
        onChange();
        return {};
    };
    return (
        <section class="card">
            <h2>Password</h2>
            <AccountForm key={changes} label="Change the password" onSend={send}>
                {(problems, busy) => (
                    <>
                        <HiddenName name={name} />
                        <PasswordField
                            name="password"
                            label="Present password"
                            autocomplete="current-password"
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
            <p class="fine" role="status">
                {message}
            </p>
        </section>
    );
}
