// The mail address of the account: setting it, confirming it by the code that is mailed, removing it.
import { useState } from 'preact/hooks';
import { confirmAddress, removeAddress, setAddress, type Account } from './account-api';
import { addressProblem, problemsIn, refusal } from './account-text';
import { AccountForm, HiddenName, PasswordField, TextField, type Problems } from './form-field';
import { errorSentence } from './text';

interface AddressCardProps {
    account: Account;
    onChange: () => void;
}

export function AddressCard({ account, onChange }: AddressCardProps) {
    const { address, pending } = account;
    const [message, setMessage] = useState('');
    const done = (text: string) => {
        setMessage(text);
        onChange();
        return {};
    };
    const remove = () =>
        removeAddress().then(
            () => done('Your address is removed.'),
            (error) => setMessage(errorSentence(error)),
        );
    return (
        <section class="card">
            <h2>Mail</h2>
            <p>
                {address ? `Mail goes to ${address}. ` : 'You have no address here. '}
                With an address you can play by mail, and choose a new password if you forget yours.
            </p>
            {pending && <CodeForm pending={pending} done={done} />}
            <AddressForm key={pending} name={account.name} done={done} />
            {(address || pending) && (
                <div class="buttons">
                    <button onClick={remove}>Remove the address</button>
                </div>
            )}
            <p class="fine" role="status">
                {message}
            </p>
        </section>
    );
}

type Done = (text: string) => Problems;

function CodeForm({ pending, done }: { pending: string; done: Done }) {
    const send = async ({ code = '' }: Record<string, string>): Promise<Problems> => {
        const wrong = problemsIn({ code: code.trim() ? '' : 'Enter the code.' });
        if (Object.keys(wrong).length) return wrong;
        try {
            await confirmAddress(code.trim());
        } catch (error) {
            return refusal(error, '');
        }
        return done('Your address is confirmed.');
    };
    return (
        <AccountForm label="Confirm the address" onSend={send}>
            {(problems, busy) => (
                <>
                    <TextField
                        name="code"
                        label="Code"
                        autocomplete="one-time-code"
                        hint={`It was mailed to ${pending}, and is good for a day.`}
                        problems={problems}
                    />
                    <div class="buttons">
                        <button aria-disabled={busy}>Confirm the address</button>
                    </div>
                </>
            )}
        </AccountForm>
    );
}

function AddressForm({ name, done }: { name: string; done: Done }) {
    const send = async (values: Record<string, string>): Promise<Problems> => {
        const address = (values.address ?? '').trim();
        const password = values.password ?? '';
        const wrong = problemsIn({
            address: addressProblem(address),
            password: password ? '' : 'Enter your password.',
        });
        if (Object.keys(wrong).length) return wrong;
        try {
            await setAddress(address, password);
        } catch (error) {
            return refusal(error, 'This is not your password.');
        }
        return done('A code is on its way. Enter it here.');
    };
    return (
        <details>
            <summary>Set an address</summary>
            <AccountForm label="Set an address" onSend={send}>
                {(problems, busy) => (
                    <>
                        <HiddenName name={name} />
                        <TextField
                            name="address"
                            label="Mail address"
                            autocomplete="email"
                            problems={problems}
                        />
                        <PasswordField
                            name="password"
                            label="Password, to be sure"
                            autocomplete="current-password"
                            problems={problems}
                        />
                        <div class="buttons">
                            <button aria-disabled={busy}>Send a code</button>
                        </div>
                    </>
                )}
            </AccountForm>
        </details>
    );
}
