// One conversation: what was written, newest last, a form for more, and ways to protect oneself.
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageProblem } from './account-text';
import {
    followAccount,
    getConversation,
    markRead,
    removeConversation,
    reportMessage,
    sendMessage,
    setBlocked,
    type AccountEvent,
    type Conversation,
    type PrivateMessage,
} from '../api/messages';
import { LATE_MS } from '../ui/late';
import { createMessageSender, isUnreachable, retry, withTimeout } from '../api/retry';
import { Pending } from '../api/pending';
import { beginOf, usePages } from '../api/use-pages';
import { useSubmit } from '../api/use-submit';
import { Problem, StatusLine } from '../ui/status';
import { dateText } from '../ui/text';
import { useEffectEvent } from '../ui/use-effect-event';
import { MESSAGE_MAX, REPORT_MAX } from '../api/limits';

/** The conversation as the server has it, as far as it was asked for: that counts as read. */
function useConversation(name: string) {
    const { pages, last, error, showMore, reload } = usePages<Conversation>(name, (known, signal) =>
        getConversation(name, beginOf(known), signal),
    );
    const [first] = pages;
    const messages = pages.flatMap((page) => page.messages);
    const talk: Conversation | null =
        first && last ? { ...first, before: last.before, messages } : null;
    const unread = messages.find((message) => message.unread)?.number;
    useEffect(() => {
        if (!unread) return;
        const mark = (end: AbortSignal) => markRead(name, unread, end);
        // What is not marked stays new, and is marked the next time.
        withTimeout(mark, new AbortController().signal).catch(() => {});
    }, [name, unread]);
    const onEvent = useEffectEvent((event: AccountEvent) => {
        // The name may come from an address that somebody has typed.
        const isFrom = (one: string) => one.toLowerCase() === name.toLowerCase();
        if (event.type === 'message' && isFrom(event.from)) reload();
    });
    useEffect(() => followAccount(onEvent), [onEvent]);
    return { talk, error, showMore, reload };
}

export function ConversationCard({ name, go }: { name: string; go: (path: string) => void }) {
    const { talk, error, showMore, reload } = useConversation(name);
    const [removing, setRemoving] = useState(false);
    const [problem, setProblem] = useState('');
    const submit = useSubmit(setProblem, messageProblem);
    const block = (blocked: boolean) => submit(() => setBlocked(name, blocked).then(reload));
    const remove = () => submit(() => removeConversation(name).then(() => go('/messages')));
    return (
        <>
            <p>
                <a href="/messages" data-go>
                    All messages
                </a>
            </p>
            <h1>
                <a href={`/user/${name}`} data-go>
                    {talk?.name ?? name}
                </a>
            </h1>
            <Pending answer={talk} error={error} sentence={messageProblem} />
            <Problem>{problem}</Problem>
            {talk && (
                <section class="card conversation" aria-label="Conversation">
                    <Log talk={talk} onOlder={() => void showMore()} />
                    <Answer talk={talk} onSent={reload} />
                    <div class="buttons">
                        <button onClick={() => void block(!talk.blocked)}>
                            {talk.blocked ? 'Unblock' : 'Block'}
                        </button>
                        {talk.messages.length > 0 && (
                            <button onClick={() => (removing ? void remove() : setRemoving(true))}>
                                {removing ? 'Really delete?' : 'Delete'}
                            </button>
                        )}
                    </div>
                </section>
            )}
        </>
    );
}

function Log({ talk, onOlder }: { talk: Conversation; onOlder: () => void }) {
    const list = useRef<HTMLDivElement>(null);
    const [reported, setReported] = useState(0); // the number of the message, 0: none
    const newest = talk.messages[0]?.number;
    useEffect(() => {
        list.current!.scrollTop = list.current!.scrollHeight;
    }, [newest]);
    return (
        <div class="log" ref={list} role="log" aria-label="Messages" tabindex={0}>
            {talk.before !== null && <button onClick={onOlder}>Older ones</button>}
            {talk.messages.length === 0 && <p class="muted">No messages yet.</p>}
            {[...talk.messages].reverse().map((message) => (
                <Bubble
                    key={message.number}
                    message={message}
                    name={talk.name}
                    reports={reported === message.number}
                    onReport={setReported}
                />
            ))}
        </div>
    );
}

interface BubbleProps {
    message: PrivateMessage;
    name: string; // of the other
    reports: boolean; // the form for it is open
    onReport: (number: number) => void; // 0: for none
}

function Bubble({ message: { number, at, sent, text }, name, reports, onReport }: BubbleProps) {
    return (
        <div class={sent ? 'bubble mine' : 'bubble'}>
            <p class="text">{text}</p>
            <p class="fine muted">
                {sent ? 'You' : name}, {dateText(at, 'time')}
                {!sent && !reports && (
                    <button class="plain" onClick={() => onReport(number)}>
                        Report
                    </button>
                )}
            </p>
            {reports && <ReportForm number={number} onDone={() => onReport(0)} />}
        </div>
    );
}

function ReportForm({ number, onDone }: { number: number; onDone: () => void }) {
    const [text, setText] = useState('');
    const [done, setDone] = useState('');
    const submit = useSubmit(setDone, messageProblem);
    const report = async () => {
        await reportMessage(number, text.trim());
        setDone('Whoever runs this server will see it.');
    };
    const onSubmit = (event: Event) => {
        event.preventDefault();
        if (text.trim()) void submit(report);
    };
    if (done) return <StatusLine>{done}</StatusLine>;
    return (
        <form class="report" onSubmit={onSubmit}>
            <label>
                What is wrong with this message?
                <textarea
                    rows={2}
                    maxLength={REPORT_MAX}
                    value={text}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
            </label>
            <div class="buttons">
                <button type="button" onClick={onDone}>
                    Cancel
                </button>
                <button class="primary">Send report</button>
            </div>
        </form>
    );
}

/** Sends messages to somebody one at a time, again until the server answers. */
function useSending(name: string, setProblem: (problem: string) => void) {
    const send = useRef(createMessageSender());
    const end = useRef<AbortController | null>(null); // of the message that is on its way
    useEffect(() => () => end.current?.abort(), [name]);
    return async (text: string): Promise<boolean> => {
        if (end.current) return false;
        const { signal: stop } = (end.current = new AbortController());
        const onFailure = () => setProblem('Your message is not sent yet.');
        const late = setTimeout(onFailure, LATE_MS);
        try {
            await send.current(text, (id) =>
                retry((signal) => sendMessage(name, text, id, signal), stop, onFailure, {
                    mayRetry: isUnreachable,
                }),
            );
            setProblem('');
            return true;
        } catch (error) {
            if (!stop.aborted) setProblem(messageProblem(error));
            return false;
        } finally {
            clearTimeout(late);
            end.current = null;
        }
    };
}

/** The form for a message, or why there is none. */
function Answer({ talk, onSent }: { talk: Conversation; onSent: () => void }) {
    const [text, setText] = useState('');
    const [problem, setProblem] = useState('');
    const send = useSending(talk.name, setProblem);
    const submit = async (event: Event) => {
        event.preventDefault();
        if (!text.trim() || !(await send(text.trim()))) return;
        setText((now) => (now === text ? '' : now));
        onSent();
    };
    if (talk.closed) return <p class="muted">This account is closed.</p>;
    if (talk.blocked) return <p class="muted">You have blocked {talk.name}.</p>;
    return (
        <form class="answer" onSubmit={(event) => void submit(event)}>
            <textarea
                rows={3}
                aria-label="Message"
                placeholder={`Write to ${talk.name}`}
                maxLength={MESSAGE_MAX}
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
            />
            <button class="primary">Send</button>
            <Problem>{problem}</Problem>
        </form>
    );
}
