// Which mails come, and when: a choice for each kind of event.
import { useState } from 'preact/hooks';
import { getMailSettings, setMail, type MailKind, type MailWhen } from '../api/mails';
import { Pending } from '../api/pending';
import { useAnswer } from '../api/use-answer';
import { useSubmit } from '../api/use-submit';
import { StatusLine } from '../ui/status';

const EVENTS: Record<MailKind, string> = {
    challenge: 'Somebody challenges you',
    turn: 'It is your turn',
    proposal: 'A draw, takeback, pause or rematch is proposed',
    message: 'Somebody writes to you',
    chat: 'Somebody writes in a game',
    seat: 'A seat is taken, a game begins',
    end: 'A game is over',
    reminder: 'A game waits for long, or is lost on time soon',
    tournament: 'You are paired in a tournament',
    follow: 'A move in a game that you follow',
};
const TIMES: Record<MailWhen, string> = { now: 'at once', digest: 'once a day', off: 'never' };

export function MailKinds() {
    const { answer: settings, error, setAnswer: setSettings } = useAnswer('', getMailSettings);
    const [message, setMessage] = useState('');
    const submit = useSubmit(setMessage);
    const choose = (kind: MailKind, when: MailWhen) =>
        submit(async () => setSettings(await setMail(kind, when)));
    return (
        <details class="mail-kinds">
            <summary>Which mails you get</summary>
            <Pending answer={settings} error={error} />
            {settings &&
                (Object.keys(EVENTS) as MailKind[]).map((kind) => (
                    <div class="mail-kind" key={kind}>
                        <label for={`mail-${kind}`}>{EVENTS[kind]}</label>
                        <select
                            id={`mail-${kind}`}
                            value={settings.mails[kind]}
                            onChange={({ currentTarget: { value } }) =>
                                void choose(kind, value as MailWhen)
                            }
                        >
                            {(Object.keys(TIMES) as MailWhen[]).map((when) => (
                                <option key={when} value={when}>
                                    {TIMES[when]}
                                </option>
                            ))}
                        </select>
                    </div>
                ))}
            <p class="muted">
                While you follow a game here, no mail comes about it. Of games with a clock in
                minutes only challenges, seats, pairings and ends are mailed.
            </p>
            <StatusLine>{message}</StatusLine>
        </details>
    );
}
