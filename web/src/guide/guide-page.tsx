// The guide for players: /help lists its pages, /help/NAME shows one: text, and boards before and
// after a move. The server has the texts (GET /guide), the same as the command `help`.
import { useEffect } from 'preact/hooks';
import { ApiError } from '../api/client';
import { errorSentence } from '../api/error-text';
import { Pending } from '../api/pending';
import { useAnswer } from '../api/use-answer';
import type { RecordState } from '../game/record';
import { PageHeader } from '../people/page-header';
import { usePageTitle, type PageProps } from '../ui/page';
import { capital } from '../ui/text';
import { getGuide, getGuidePage, groupsOf, recordOf, type GuideSection } from './guide';
import { GuideBoard } from './guide-board';

export function GuidePage({ param, hash, go }: PageProps) {
    const list = useAnswer('', getGuide);
    return (
        <div class="start">
            <PageHeader go={go} back={`/help${param && `/${param}`}`} />
            <main class="guide">
                <nav class="guide-pages" aria-label="Pages of the guide">
                    {list.answer?.pages.map(({ name, title }) => (
                        <a
                            key={name}
                            class="button"
                            href={`/help/${name}`}
                            aria-current={name === param ? 'page' : undefined}
                            data-go
                        >
                            {title}
                        </a>
                    ))}
                </nav>
                {param ? (
                    <Page key={param} name={param} hash={hash} go={go} />
                ) : (
                    <>
                        <h1>Guide</h1>
                        <Pending answer={list.answer} error={list.error} />
                        <dl>
                            {list.answer?.pages.map(({ name, title, about }) => (
                                <div key={name}>
                                    <dt>
                                        <a href={`/help/${name}`} data-go>
                                            {title}
                                        </a>
                                    </dt>
                                    <dd>{capital(about)}</dd>
                                </div>
                            ))}
                        </dl>
                    </>
                )}
            </main>
        </div>
    );
}

function sentenceOf(error: unknown): string {
    if (error instanceof ApiError && error.status === 404) return 'The guide has no such page.';
    return errorSentence(error);
}

interface OnePageProps {
    name: string;
    hash: string;
    go: PageProps['go'];
}

function Page({ name, hash, go }: OnePageProps) {
    const { answer, error } = useAnswer(name, (signal) => getGuidePage(name, signal));
    usePageTitle(answer?.title ?? '');
    useEffect(() => {
        if (answer && hash) document.getElementById(hash)?.scrollIntoView();
    }, [answer, hash]);
    return (
        <>
            <h1>{answer?.title ?? 'Guide'}</h1>
            <Pending answer={answer} error={error} sentence={sentenceOf} />
            {groupsOf(answer?.sections ?? []).map((group, i) => (
                <Section key={i} group={group} isTips={name === 'tips'} go={go} />
            ))}
        </>
    );
}

interface SectionProps {
    group: GuideSection[]; // of one kind
    isTips: boolean; // its drawings can be opened
    go: PageProps['go'];
}

function Section({ group, isTips, go }: SectionProps) {
    const [first] = group;
    const { kind, text, number } = first!;
    if (kind === 'heading') return <h2>{text}</h2>;
    if (kind === 'tip')
        return (
            <h2 id={`tip-${number}`}>
                {number}. {text}
            </h2>
        );
    if (kind === 'text') return <p>{text}</p>;
    if (kind === 'term')
        return (
            <dl>
                {group.map((term) => (
                    <div key={term.text}>
                        <dt>
                            <code>{term.text}</code>
                        </dt>
                        <dd>{term.meaning}</dd>
                    </div>
                ))}
            </dl>
        );
    if (kind === 'board')
        return (
            <div class="guide-row">
                {group.map((one) => (
                    <figure key={one.frames![0]!.position}>
                        <GuideBoard position={one.frames![0]!.position} label={one.text} />
                        <figcaption>{one.text}</figcaption>
                    </figure>
                ))}
            </div>
        );
    return <Example section={first!} go={isTips ? go : undefined} />;
}

/** The boards before and after, side by side where there is room. */
function Example({ section, go }: { section: GuideSection; go?: PageProps['go'] }) {
    const { text, moves, reason, frames = [] } = section;
    const open = () => {
        const state: RecordState = { record: recordOf(text, frames), game: 1, games: 0 };
        go!('/record', state);
    };
    return (
        <figure class="guide-example">
            <figcaption>
                {text}
                {reason && (
                    <span class="muted">
                        {' '}
                        {moves}: {reason}
                    </span>
                )}
            </figcaption>
            <div class="guide-row">
                {frames.map(({ position, moves: played }, i) => (
                    <GuideBoard
                        key={position}
                        position={position}
                        before={frames[i - 1]?.position}
                        label={`${text}: ${i === 0 ? 'before' : `after ${played.join(', ')}`}`}
                    />
                ))}
            </div>
            {go && <button onClick={open}>Open on a board</button>}
        </figure>
    );
}
