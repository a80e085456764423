// Closing the account: what goes, what stays, and the password once more.
import { setAccountName } from './account';
import { closeAccount } from './account-api';
import { problemsIn, refusal } from './account-text';
import { AccountForm, HiddenName, PasswordField, type Problems } from './form-field';

interface CloseCardProps {
    name: string; // of the account
    onClosed: () => void;
}

export function CloseCard({ name, onClosed }: CloseCardProps) {
    const send = async ({ password = '' }: Record<string, string>): Promise<Problems> => {
        const wrong = problemsIn({ password: password ? '' : 'Enter your password.' });
        if (Object.keys(wrong).length) return wrong;
        try {
            await closeAccount(password);
        } catch (error) {
            return refusal(error, 'This is not your password.');
        }
        setAccountName('');
        onClosed();
        return {};
    };
    return (
        <section class="card">
            <h2>Close the account</h2>
            <p>
                Your password, settings, devices and tokens are removed, and nobody can sign in as
                you again. Your games stay with those who played them, under your name, which
                nobody else can take. This can't be undone.
            </p>
            <details>
                <summary>Close my account</summary>
                <AccountForm label="Close the account" onSend={send}>
                    {(problems, busy) => (
                        <>
                            <HiddenName name={name} />
                            <PasswordField
                                name="password"
                                label="Your password"
                                autocomplete="current-password"
                                problems={problems}
                            />
                            <div class="buttons">
                                <button class="danger" aria-disabled={busy}>
                                    Close the account for good
                                </button>
                            </div>
                        </>
                    )}
                </AccountForm>
            </details>
        </section>
    );
}
