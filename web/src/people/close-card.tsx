// Closing the account: what goes, what stays, and the password once more.
import { setAccountName } from '../api/signed-in';
import { closeAccount } from '../api/accounts';
import { missing } from './account-text';
import { AccountForm, HiddenName, PasswordField, type Values } from './form-field';

interface CloseCardProps {
    name: string; // of the account
    onClosed: () => void;
}

export function CloseCard({ name, onClosed }: CloseCardProps) {
    const send = async ({ password = '' }: Values) => {
        await closeAccount(password);
        setAccountName('');
        onClosed();
    };
    return (
        <section class="card">
            <h2>Close the account</h2>
            <p>
                Your password, settings, devices and tokens are removed, and nobody can sign in as
                you again. You resign the games that you play, and leave your tournaments. Games
                stay with those who played them, under your name, which nobody else can take. This
                can't be undone.
            </p>
            <details>
                <summary>Close my account</summary>
                <AccountForm
                    label="Close the account"
                    button="Close the account for good"
                    look="danger"
                    check={({ password }) => ({
                        password: missing(password, 'Enter your password.'),
                    })}
                    onSend={send}
                    wrongPassword="This is not your password."
                >
                    {(problems) => (
                        <>
                            <HiddenName name={name} />
                            <PasswordField label="Your password" problems={problems} />
                        </>
                    )}
                </AccountForm>
            </details>
        </section>
    );
}
