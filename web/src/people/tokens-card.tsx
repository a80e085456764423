// Tokens: what programs show to act for the account.
import { useRef, useState } from 'preact/hooks';
import { createToken, endToken, type Scope, type Token } from '../api/accounts';
import { missing, scopesText } from './account-text';
import { AccountForm, TextField, type Values } from './form-field';
import { StatusLine } from '../ui/status';
import { CopyButton } from '../game/share-link';
import { useSubmit } from '../api/use-submit';
import { dateText } from '../ui/text';
import { TOKEN_LABEL_MAX } from '../api/limits';

interface TokensCardProps {
    tokens: Token[];
    onChange: () => void;
}

export function TokensCard({ tokens, onChange }: TokensCardProps) {
    const [made, setMade] = useState('');
    const [message, setMessage] = useState('');
    const submit = useSubmit(setMessage);
    const revoke = async ({ id, label }: Token) => {
        await endToken(id);
        setMade('');
        setMessage(`The token ${label} is revoked.`);
        onChange();
    };
    const onMade = (token: string) => {
        setMade(token);
        setMessage('');
        onChange();
    };
    return (
        <section class="card">
            <h2>Tokens</h2>
            <p>With a token a program, such as a bot, acts for you without your password.</p>
            {tokens.length > 0 && (
                <ul class="rows">
                    {tokens.map((token) => (
                        <TokenRow
                            key={token.id}
                            token={token}
                            onRevoke={() => void submit(() => revoke(token), token.id)}
                        />
                    ))}
                </ul>
            )}
            {made && <MadeToken token={made} />}
            <NewToken key={made} onMade={onMade} />
            <StatusLine>{message}</StatusLine>
        </section>
    );
}

interface TokenRowProps {
    token: Token;
    onRevoke: () => void;
}

function TokenRow({ token, onRevoke }: TokenRowProps) {
    const { label, scopes, created } = token;
    return (
        <li>
            <span class="about">
                <b>{label}</b>
                <span class="muted">
                    {scopesText(scopes)}, since {dateText(created)}
                </span>
            </span>
            <button aria-label={`Revoke ${label}`} onClick={onRevoke}>
                Revoke
            </button>
        </li>
    );
}

/** The secret of a new token. */
function MadeToken({ token }: { token: string }) {
    const field = useRef<HTMLInputElement>(null);
    return (
        <div class="made copy-field">
            <p role="status">This is the new token. Copy it now: it is not shown again.</p>
            <div class="row">
                <input
                    ref={field}
                    readOnly
                    value={token}
                    aria-label="The new token"
                    onFocus={(event) => event.currentTarget.select()}
                />
                <CopyButton text={token} field={field} />
            </div>
        </div>
    );
}

function NewToken({ onMade }: { onMade: (token: string) => void }) {
    const send = async ({ label = '', plays }: Values) => {
        const scopes: Scope[] = plays ? ['play', 'read'] : ['read'];
        onMade((await createToken(label, scopes)).token);
    };
    return (
        <AccountForm
            label="A new token"
            button="Create a token"
            check={({ label }) => ({ label: missing(label, 'Say what the token is for.') })}
            onSend={send}
        >
            {(problems) => (
                <>
                    <TextField
                        name="label"
                        label="What it is for"
                        autocomplete="off"
                        placeholder="my bot"
                        maxLength={TOKEN_LABEL_MAX}
                        problems={problems}
                    />
                    <label class="check">
                        <input type="checkbox" name="plays" value="yes" defaultChecked />
                        <span>It may play my games, not only read them</span>
                    </label>
                </>
            )}
        </AccountForm>
    );
}
