// The lobby on the start page: games with free seats to join, games to watch.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { accountName } from '../api/signed-in';
import type { ListedGame } from '../api/client';
import { withAccount } from '../game/invitation';
import { followLobby, joinSeek, type LobbyLists, type Row } from './lobby';
import { awayText, playersText, seekText, termsText, turnText } from '../game/list-text';
import { Nickname } from '../game/nickname';
import { Preview } from '../board/preview';
import { Problem } from '../ui/status';
import { loadNickname, loadSeats } from '../api/storage';
import { errorSentence } from '../api/error-text';
import { Pending } from '../api/pending';
import { layoutTitle } from '../rules/text';
import { useAccountName } from '../api/use-account';

/** The lists of the lobby, null until they have come once; `error`: why they do not come now. */
function useLobby() {
    const [lists, setLists] = useState<LobbyLists | null>(null);
    const [error, setError] = useState<unknown>(null);
    useEffect(() => {
        const stop = new AbortController();
        const onLists = (lists: LobbyLists) => {
            setLists(lists);
            setError(null);
        };
        void followLobby(onLists, setError, stop.signal);
        return () => stop.abort();
    }, []);
    return { lists, error };
}

export function LobbySection({ go }: { go: (path: string) => void }) {
    const { lists, error } = useLobby();
    return (
        <section class="lobby" aria-label="Lobby">
            <Seeks rows={lists?.seeks} error={error} go={go} />
            <div class="card">
                <h2>Games to watch</h2>
                <Rows
                    rows={lists?.live}
                    error={error}
                    empty="No public game is being played right now."
                >
                    {({ game, gone }) => (
                        <>
                            <About game={game}>
                                <span>{playersText(game)}</span>
                                <span class="muted">{gone ? 'Not live now.' : turnText(game)}</span>
                            </About>
                            <a
                                class="button"
                                href={`/g/${game.id}`}
                                aria-label={`Watch ${playersText(game)}`}
                                data-go
                            >
                                Watch
                            </a>
                        </>
                    )}
                </Rows>
            </div>
        </section>
    );
}

interface SeeksProps {
    rows: Row[] | undefined;
    error: unknown;
    go: (path: string) => void;
}

function Seeks({ rows, error, go }: SeeksProps) {
    const [problem, setProblem] = useState('');
    const join = async ({ id }: ListedGame) => {
        setProblem('');
        try {
            await joinSeek(id, loadNickname());
            go(`/g/${id}`);
        } catch (error) {
            setProblem(errorSentence(error));
        }
    };
    const account = useAccountName();
    const others = rows?.some(({ game }) => !isMine(game));
    return (
        <div class="card">
            <h2>Free seats</h2>
            <Rows rows={rows} error={error} empty="Nobody is looking for players right now.">
                {(row) => (
                    <>
                        <About game={row.game}>
                            <span>{row.gone ? goneText(row.game) : seekText(row.game)}</span>
                            <span class="muted">{!row.gone && awayText(row.game)}</span>
                        </About>
                        <SeekButton row={row} onJoin={() => void join(row.game)} />
                    </>
                )}
            </Rows>
            {others && !account && <Nickname />}
            <Problem>{problem}</Problem>
        </div>
    );
}

/** Whether this browser or its account has a seat in the game. */
function isMine(game: ListedGame): boolean {
    return withAccount(loadSeats(game.id), game, accountName()).mine.length > 0;
}

function goneText(game: ListedGame): string {
    return isMine(game) ? 'Your game has begun.' : 'All seats are taken.';
}

function SeekButton({ row: { game, gone }, onJoin }: { row: Row; onJoin: () => void }) {
    if (isMine(game))
        return (
            <a class="button" href={`/g/${game.id}`} data-go>
                Your game
            </a>
        );
    return (
        <button disabled={gone} aria-label={`Join: ${seekText(game)}`} onClick={onJoin}>
            Join
        </button>
    );
}

interface RowsProps {
    rows: Row[] | undefined; // undefined: not loaded yet
    error: unknown; // why the newest rows do not come, or null
    empty: string;
    children: (row: Row) => ComponentChildren;
}

function Rows({ rows, error, empty, children }: RowsProps) {
    const none = rows?.length === 0 && error === null;
    return (
        <>
            <Pending answer={rows} error={error} />
            {none && <p class="muted">{empty}</p>}
            <ul hidden={!rows?.length}>
                {rows?.map((row) => (
                    <li key={row.game.id} class={row.gone ? 'gone' : ''}>
                        {children(row)}
                    </li>
                ))}
            </ul>
        </>
    );
}

/** The position of a game, its board, its players, whether it is rated, its rules and clock. */
function About({ game, children }: { game: ListedGame; children: ComponentChildren }) {
    return (
        <>
            <Preview position={game.position} />
            <span class="about">
                <b>{layoutTitle(game.layout)}</b>
                {children}
                <span class="muted">{termsText(game)}</span>
            </span>
        </>
    );
}
