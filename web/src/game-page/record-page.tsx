// The page of a game that was pasted or dropped: stepping through it, analysing it.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { postRecord, type GameRecord } from '../api/client';
import { GameTable } from './game-page';
import { RemarksCard, signsOf } from './remarks-card';
import type { PageProps } from '../ui/page';
import { PlainPage, StartLink, WaitingPage } from '../ui/plain-page';
import { gameOfRecord, recordServer, recordState, type RecordState } from '../game/record';
import { errorSentence, retryText } from '../api/error-text';
import { useAnswer } from '../api/use-answer';
import { capital } from '../ui/text';
import { useGame } from '../game/use-game';

export function RecordPage({ go }: PageProps) {
    const { record: text = '', game = 1, games = 0 } = (history.state ?? {}) as RecordState;
    const { answer: record, error } = useAnswer(`${game} ${text}`, (signal) =>
        text ? postRecord(text, game, signal) : Promise.resolve(null),
    );
    const trying = retryText(error);
    if (trying) return <PlainPage title={errorSentence(error)} text={trying} />;
    if (!text || error)
        return (
            <PlainPage
                title="No game to show"
                text={error ? errorSentence(error) : 'Paste one on the start page.'}
            >
                <GamePicker text={text} game={game} games={games} go={go} />
                <StartLink />
            </PlainPage>
        );
    if (!record) return <WaitingPage text="Reading the game" />;
    return <RecordTable key={game} record={record} game={game} text={text} go={go} />;
}

interface PickerProps {
    text: string;
    game: number; // the one that is shown, or can't be
    games: number; // of the text
    go: (path: string, state?: object) => void;
}

/** Leads to the game before, and to the next one, where the text has several. */
function GamePicker({ text, game, games, go }: PickerProps) {
    if (games < 2) return null;
    const button = (name: string, to: number) => (
        <button
            disabled={to < 1 || to > games}
            onClick={() => go('/record', recordState(text, to, games))}
        >
            {name}
        </button>
    );
    return (
        <>
            {button('Previous game', game - 1)}
            <span>
                {game} of {games}
            </span>
            {button('Next game', game + 1)}
        </>
    );
}

interface RecordTableProps extends Omit<PickerProps, 'games'> {
    record: GameRecord;
}

function RecordTable({ record, game, text, go }: RecordTableProps) {
    const server = useMemo(() => recordServer(gameOfRecord(record)), [record]);
    const signs = useMemo(() => signsOf(record), [record]);
    const { game: open } = useGame('', '', server);
    if (!open) return <WaitingPage text="Reading the game" />;
    return (
        <GameTable {...open} go={go} signs={signs}>
            {(at) => (
                <>
                    <RecordCard record={record}>
                        <GamePicker text={text} game={game} games={record.games} go={go} />
                    </RecordCard>
                    <RemarksCard record={record} entries={open.state.entries} at={at} />
                </>
            )}
        </GameTable>
    );
}

const SHOWN_TAGS = ['Event', 'Site', 'Date', 'Round', 'Rules', 'Termination', 'Annotator'];

interface RecordCardProps {
    record: GameRecord;
    children: ComponentChildren; // the way to other games
}

/** What the text says of the game, and what was filled in. */
function RecordCard({ record: { tags, notes, games }, children }: RecordCardProps) {
    const known = SHOWN_TAGS.filter((tag) => tags[tag] && !/^[?.]+$/.test(tags[tag]));
    return (
        <section class="card record" aria-label="The game that was read">
            {games > 1 && <div class="row">{children}</div>}
            {known.length > 0 && (
                <dl>
                    {known.map((tag) => (
                        <div key={tag}>
                            <dt>{tag}</dt>
                            <dd>{tags[tag]}</dd>
                        </div>
                    ))}
                </dl>
            )}
            {notes.length > 0 && (
                <details open={notes.length < 4}>
                    <summary>What was filled in</summary>
                    <ul>
                        {notes.map((note) => (
                            <li key={note}>{capital(note)}.</li>
                        ))}
                    </ul>
                </details>
            )}
        </section>
    );
}
