// The browsers that are signed in, and signing them out.
import { useState } from 'preact/hooks';
import { endSessions, type AccountSession } from '../api/accounts';
import { browserText } from './account-text';
import { StatusLine } from '../ui/status';
import { useSubmit } from '../api/use-submit';
import { dateText } from '../ui/text';

interface SessionsCardProps {
    sessions: AccountSession[];
    onChange: () => void;
}

export function SessionsCard({ sessions, onChange }: SessionsCardProps) {
    const [message, setMessage] = useState('');
    const others = sessions.filter(({ current }) => !current);
    const ordered = [...sessions.filter(({ current }) => current), ...others];
    const submit = useSubmit(setMessage);
    const end = (done: string, id?: string) =>
        submit(async () => {
            await endSessions(id);
            setMessage(done);
            onChange();
        }, id);
    return (
        <section class="card">
            <h2>Where you are signed in</h2>
            <ul class="rows">
                {ordered.map(({ id, label, used, current }) => (
                    <li key={id}>
                        <span class="about">
                            <b title={label}>{browserText(label)}</b>
                            <span class="muted">
                                {current ? 'This device' : `Last used ${dateText(used)}`}
                            </span>
                        </span>
                        {!current && (
                            <button
                                aria-label={`Sign out ${browserText(label)}`}
                                onClick={() => void end(`${browserText(label)} is signed out.`, id)}
                            >
                                Sign out
                            </button>
                        )}
                    </li>
                ))}
            </ul>
            {others.length > 1 && (
                <div class="buttons">
                    <button onClick={() => void end('All other devices are signed out.')}>
                        Sign out all others
                    </button>
                </div>
            )}
            <StatusLine>{message}</StatusLine>
        </section>
    );
}
