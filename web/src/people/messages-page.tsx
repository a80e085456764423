// The page of one's messages: /messages. All conversations, and whom one has blocked.
import { useEffect, useState } from 'preact/hooks';
import { messageProblem } from './account-text';
import { ConversationCard } from './conversation-card';
import {
    followAccount,
    getBlocks,
    getConversations,
    setBlocked,
    type ConversationRow,
} from '../api/messages';
import { usePageTitle, type PageProps } from '../ui/page';
import { PageHeader } from './page-header';
import { Problem } from '../ui/status';
import { SignIn } from './sign-in';
import { dateText } from '../ui/text';
import { useAccountName } from '../api/use-account';

/** The conversation with `name`; '': all of them. */
export function MessagesPage({ param: name, go }: PageProps) {
    const account = useAccountName();
    const back = `/messages${name && `/${name}`}`;
    usePageTitle(name || (account && 'Messages'));
    return (
        <div class="start">
            <PageHeader go={go} back={back} />
            <main class="account">
                {!account ? (
                    <SignIn onDone={() => go(back)} />
                ) : name ? (
                    <ConversationCard key={name} name={name} go={go} />
                ) : (
                    <Conversations />
                )}
            </main>
        </div>
    );
}

function useConversations() {
    const [rows, setRows] = useState<ConversationRow[] | null>(null);
    const [before, setBefore] = useState<number | null>(null);
    const [problem, setProblem] = useState('');
    const load = (older: number | null) =>
        getConversations(older).then(
            (list) => {
                setRows((known) => [...(older ? (known ?? []) : []), ...list.conversations]);
                setBefore(list.before);
            },
            (error: unknown) => setProblem(messageProblem(error)),
        );
    useEffect(() => {
        void load(null);
        return followAccount(({ type }) => void (type === 'message' && load(null)));
    }, []);
    return { rows, problem, showOlder: before === null ? null : () => void load(before) };
}

function Conversations() {
    const { rows, problem, showOlder } = useConversations();
    return (
        <>
            <h1>Messages</h1>
            <Problem>{problem}</Problem>
            {rows && (
                <section class="card">
                    {rows.length === 0 && (
                        <p>No messages yet. On the page of a player you can write to the player.</p>
                    )}
                    <ul class="rows conversations" hidden={rows.length === 0}>
                        {rows.map((row) => (
                            <Row key={row.name} row={row} />
                        ))}
                    </ul>
                    {showOlder && <button onClick={showOlder}>Older ones</button>}
                </section>
            )}
            <Blocks />
        </>
    );
}

function Row({ row: { name, unread, last } }: { row: ConversationRow }) {
    return (
        <li>
            <a href={`/messages/${name}`} data-go>
                <span class="about">
                    <b>{name}</b>
                    <span class="muted last">
                        {last.sent ? 'You: ' : ''}
                        {last.text}
                    </span>
                </span>
                <span class="rating">
                    <span class="muted">{dateText(last.at, 'time')}</span>
                    {unread > 0 && <b class="new">{unread} new</b>}
                </span>
            </a>
        </li>
    );
}

/** Whom one has blocked; nothing while that is nobody. */
function Blocks() {
    const [names, setNames] = useState<string[]>([]);
    const [problem, setProblem] = useState('');
    useEffect(() => {
        getBlocks().then(
            ({ blocks }) => setNames(blocks.map(({ name }) => name)),
            () => {},
        );
    }, []);
    const unblock = (name: string) =>
        setBlocked(name, false).then(
            () => setNames((known) => known.filter((one) => one !== name)),
            (error: unknown) => setProblem(messageProblem(error)),
        );
    if (names.length === 0) return null;
    return (
        <section class="card">
            <h2>Blocked players</h2>
            <ul class="rows">
                {names.map((name) => (
                    <li key={name}>
                        <b class="about">{name}</b>
                        <button aria-label={`Unblock ${name}`} onClick={() => void unblock(name)}>
                            Unblock
                        </button>
                    </li>
                ))}
            </ul>
            <Problem>{problem}</Problem>
        </section>
    );
}
