// The mail address of the account: setting it, confirming it by the code that is mailed, removing it.
// Where the server sends no mail one that is known from earlier can be removed.
import { useState } from 'preact/hooks';
import { confirmAddress, removeAddress, setAddress, type Account } from '../api/accounts';
import { addressProblem, missing } from './account-text';
import { AccountForm, HiddenName, PasswordField, TextField, type Values } from './form-field';
import { StatusLine } from '../ui/status';
import { errorSentence } from '../api/error-text';
import { useMail } from './use-mail';

interface AddressCardProps {
    account: Account;
    onChange: () => void;
}

export function AddressCard({ account, onChange }: AddressCardProps) {
    const { address, pending } = account;
    const mail = useMail();
    const [message, setMessage] = useState('');
    const done = (text: string) => {
        setMessage(text);
        onChange();
    };
    const remove = () =>
        removeAddress().then(
            () => done('Your address is removed.'),
            (error: unknown) => setMessage(errorSentence(error)),
        );
    if (mail === null || (!mail && !address && !pending && !message)) return null;
    return (
        <section class="card">
            <h2>Mail</h2>
            {mail ? (
                <>
                    <p>
                        {address ? `Mail goes to ${address}. ` : 'You have no address here. '}
                        With an address you can play by mail, and choose a new password if you
                        forget yours.
                    </p>
                    {pending && <CodeForm pending={pending} done={done} />}
                    <AddressForm key={pending} name={account.name} done={done} />
                </>
            ) : (
                <p>
                    {(address || pending) && `Your address is ${address || pending}. `}
                    This server sends no mail.
                </p>
            )}
            {(address || pending) && (
                <div class="buttons">
                    <button onClick={remove}>Remove the address</button>
                </div>
            )}
            <StatusLine>{message}</StatusLine>
        </section>
    );
}

type Done = (text: string) => void;

function CodeForm({ pending, done }: { pending: string; done: Done }) {
    const send = async ({ code = '' }: Values) => {
        await confirmAddress(code);
        done('Your address is confirmed.');
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

function AddressForm({ name, done }: { name: string; done: Done }) {
    const send = async ({ address = '', password = '' }: Values) => {
        await setAddress(address, password);
        done('A code is on its way. Enter it here.');
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
