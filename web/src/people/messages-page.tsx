// The page of one's messages: /messages. All conversations, and whom one has blocked.
import { useEffect, useState } from 'preact/hooks';
import { messageProblem } from './account-text';
import { ConversationCard } from './conversation-card';
import {
    followAccount,
    getBlocks,
    getConversations,
    setBlocked,
    type AccountEvent,
    type ConversationList,
    type ConversationRow,
} from '../api/messages';
import { usePageTitle, type PageProps } from '../ui/page';
import { PageHeader } from './page-header';
import { Problem } from '../ui/status';
import { SignIn } from './sign-in';
import { dateText } from '../ui/text';
import { useEffectEvent } from '../ui/use-effect-event';
import { Pending } from '../api/pending';
import { useAccountName } from '../api/use-account';
import { useAnswer } from '../api/use-answer';
import { beginOf, usePages } from '../api/use-pages';
import { useSubmit } from '../api/use-submit';

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

function Conversations() {
    const { pages, last, error, showMore, reload } = usePages<ConversationList>(
        '',
        (known, signal) => getConversations(beginOf(known), signal),
    );
    const onEvent = useEffectEvent(({ type }: AccountEvent) => {
        if (type === 'message') reload();
    });
    useEffect(() => followAccount(onEvent), [onEvent]);
    const rows = pages.flatMap(({ conversations }) => conversations);
    return (
        <>
            <h1>Messages</h1>
            <Pending answer={last} error={error} sentence={messageProblem} />
            {last && (
                <section class="card">
                    {rows.length === 0 && (
                        <p>No messages yet. On the page of a player you can write to the player.</p>
                    )}
                    <ul class="rows conversations" hidden={rows.length === 0}>
                        {rows.map((row) => (
                            <Row key={row.name} row={row} />
                        ))}
                    </ul>
                    {last.before !== null && (
                        <button onClick={() => void showMore()}>Older ones</button>
                    )}
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
    const { answer, setAnswer } = useAnswer('', getBlocks);
    const [problem, setProblem] = useState('');
    const blocks = answer?.blocks ?? [];
    const submit = useSubmit(setProblem, messageProblem);
    const unblock = async (name: string) => {
        await setBlocked(name, false);
        setAnswer((now) => now && { blocks: now.blocks.filter((one) => one.name !== name) });
    };
    if (blocks.length === 0) return null;
    return (
        <section class="card">
            <h2>Blocked players</h2>
            <ul class="rows">
                {blocks.map(({ name }) => (
                    <li key={name}>
                        <b class="about">{name}</b>
                        <button
                            aria-label={`Unblock ${name}`}
                            onClick={() => void submit(() => unblock(name), name)}
                        >
                            Unblock
                        </button>
                    </li>
                ))}
            </ul>
            <Problem>{problem}</Problem>
        </section>
    );
}
