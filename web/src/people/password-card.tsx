// Changing the password of the account.
import { useState } from 'preact/hooks';
import { changePassword } from '../api/accounts';
import { missing, passwordProblem } from './account-text';
import { AccountForm, HiddenName, PasswordField, type Values } from './form-field';
import { StatusLine } from '../ui/status';

interface PasswordCardProps {
    name: string; // of the account
    onChange: () => void;
}

export function PasswordCard({ name, onChange }: PasswordCardProps) {
    const [message, setMessage] = useState('');
    const [changes, setChanges] = useState(0);
    const send = async ({ password = '', newPassword = '' }: Values) => {
        setMessage('');
        await changePassword(password, newPassword);
        setMessage('The password is changed. All other devices are signed out.');
        setChanges(changes + 1); // empties the fields
        onChange();
    };
    return (
        <section class="card">
            <h2>Password</h2>
            <AccountForm
                key={changes}
                label="Change the password"
                button="Change the password"
                check={({ password, newPassword = '' }) => ({
                    password: missing(password, 'Enter your present password.'),
                    newPassword: passwordProblem(newPassword),
                })}
                onSend={send}
                wrongPassword="This is not your present password."
            >
                {(problems) => (
                    <>
                        <HiddenName name={name} />
                        <PasswordField label="Present password" problems={problems} />
                        <PasswordField isNew label="New password" problems={problems} />
                    </>
                )}
            </AccountForm>
            <StatusLine>{message}</StatusLine>
        </section>
    );
}
