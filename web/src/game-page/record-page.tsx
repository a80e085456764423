// The page of a game that was pasted or dropped: stepping through it, analysing it.
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
    const { record: text = '', game = 1 } = (history.state ?? {}) as RecordState;
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
                <StartLink />
            </PlainPage>
        );
    if (!record) return <WaitingPage text="Reading the game" />;
    return <RecordTable key={game} record={record} game={game} text={text} go={go} />;
}

interface RecordTableProps {
    record: GameRecord;
    game: number;
    text: string;
    go: (path: string, state?: object) => void;
}

function RecordTable({ record, game, text, go }: RecordTableProps) {
    const server = useMemo(() => recordServer(gameOfRecord(record)), [record]);
    const signs = useMemo(() => signsOf(record), [record]);
    const { game: open } = useGame('', '', server);
    if (!open) return <WaitingPage text="Reading the game" />;
    const onPick = (number: number) => go('/record', recordState(text, number));
    return (
        <GameTable {...open} go={go} signs={signs}>
            {(at) => (
                <>
                    <RecordCard record={record} game={game} onPick={onPick} />
                    <RemarksCard record={record} entries={open.state.entries} at={at} />
                </>
            )}
        </GameTable>
    );
}

const SHOWN_TAGS = ['Event', 'Site', 'Date', 'Round', 'Rules', 'Termination', 'Annotator'];

interface RecordCardProps {
    record: GameRecord;
    game: number;
    onPick: (game: number) => void;
}

/** What the text says of the game, and what was filled in. */
function RecordCard({ record, game, onPick }: RecordCardProps) {
    const { tags, notes, games } = record;
    const known = SHOWN_TAGS.filter((tag) => tags[tag] && !/^[?.]+$/.test(tags[tag]));
    return (
        <section class="card record" aria-label="The game that was read">
            {games > 1 && (
                <div class="row">
                    <button disabled={game === 1} onClick={() => onPick(game - 1)}>
                        Previous game
                    </button>
                    <span>
                        {game} of {games}
                    </span>
                    <button disabled={game === games} onClick={() => onPick(game + 1)}>
                        Next game
                    </button>
                </div>
            )}
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
