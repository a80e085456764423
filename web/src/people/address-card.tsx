// The mail address of the account: setting it, confirming it with the code that is mailed, removing
// it. A server that sends no mail may still know an address from earlier: it can only be removed.
import { useState } from 'preact/hooks';
import { confirmAddress, removeAddress, setAddress, type Account } from '../api/accounts';
import { addressProblem, missing } from './account-text';
import { AccountForm, HiddenName, PasswordField, TextField, type Values } from './form-field';
import { MailKinds } from './mail-kinds';
import { StatusLine } from '../ui/status';
import { useSubmit } from '../api/use-submit';
import { useSendsMail } from './use-sends-mail';

/** Shows what was done, and has the account read again. */
type Done = (text: string) => void;

interface AddressCardProps {
    account: Account;
    onChange: () => void; // the account has changed: read it again
}

export function AddressCard({ account, onChange }: AddressCardProps) {
    const { address, pending } = account;
    const sendsMail = useSendsMail();
    const [message, setMessage] = useState('');
    const onDone: Done = (text) => {
        setMessage(text);
        onChange();
    };
    const submit = useSubmit(setMessage);
    const remove = () =>
        submit(() => removeAddress().then(() => onDone('Your address is removed.')));
    const known = address || pending;
    if (sendsMail === null) return null;
    // Nothing to set and nothing to remove; the message that it was removed is still to be read.
    if (!sendsMail && !known && !message) return null;
    return (
        <section class="card">
            <h2>Mail</h2>
            {sendsMail ? (
                <>
                    <p>
                        {address ? `Mail goes to ${address}. ` : 'You have no address here. '}
                        With an address you can play by mail, and choose a new password if you
                        forget yours.
                    </p>
                    {pending && <CodeForm pending={pending} onDone={onDone} />}
                    {/* A new form, closed and empty, for each address that is set. */}
                    <AddressForm key={pending} name={account.name} onDone={onDone} />
                </>
            ) : (
                <p>
                    {known && `Your address is ${known}. `}
                    This server sends no mail.
                </p>
            )}
            {sendsMail && address && <MailKinds />}
            {known && (
                <div class="buttons">
                    <button onClick={() => void remove()}>Remove the address</button>
                </div>
            )}
            <StatusLine>{message}</StatusLine>
        </section>
    );
}

function CodeForm({ pending, onDone }: { pending: string; onDone: Done }) {
    const send = async ({ code = '' }: Values) => {
        await confirmAddress(code);
        onDone('Your address is confirmed.');
    };
    return (
        <AccountForm
            label="Confirm the address"
            button="Confirm the address"
            check={({ code }) => ({ code: missing(code, 'Enter the code.') })}
            onSend={send}
        >
            {(problems) => (
                <TextField
                    name="code"
                    label="Code"
                    autocomplete="one-time-code"
                    hint={`It was mailed to ${pending}, and is good for a day.`}
                    problems={problems}
                />
            )}
        </AccountForm>
    );
}

function AddressForm({ name, onDone }: { name: string; onDone: Done }) {
    const send = async ({ address = '', password = '' }: Values) => {
        await setAddress(address, password);
        onDone('A code is on its way. Enter it here.');
    };
    return (
        <details>
            <summary>Set an address</summary>
            <AccountForm
                label="Set an address"
                button="Send a code"
                check={({ address = '', password }) => ({
                    address: addressProblem(address),
                    password: missing(password, 'Enter your password.'),
                })}
                onSend={send}
                wrongPassword="This is not your password."
            >
                {(problems) => (
                    <>
                        <HiddenName name={name} />
                        <TextField
                            name="address"
                            label="Mail address"
                            autocomplete="email"
                            problems={problems}
                        />
                        <PasswordField label="Password, to be sure" problems={problems} />
                    </>
                )}
            </AccountForm>
        </details>
    );
}
