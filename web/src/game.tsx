// The page of one game.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createGame } from './api';
import { BoardView } from './board';
import { Dialog, HelpDialog } from './dialog';
import { Icon, Logo } from './icons';
import { MoveList, PlayerStrip, ResultCard, ShareCard, TypedMove } from './panels';
import { checkMove, type Move, type Side } from './rules';
import { Session } from './session';
import { loadSettings, rememberGame, saveSeats, saveSettings, type Settings } from './store';
import {
    colourName,
    errorSentence,
    layoutTitle,
    moveSentence,
    other,
    resultReason,
    resultTitle,
    seatName,
} from './words';

interface GamePageProps {
    id: string;
    linkKey: string;
    go: (path: string) => void;
}

export function GamePage({ id, linkKey, go }: GamePageProps) {
    const [session, setSession] = useState<Session | null>(null);
    const [problem, setProblem] = useState('');
    const [, redraw] = useState(0);
    const [notice, setNotice] = useState('');

    useEffect(() => {
        let opened: Session | null = null;
        let left = false;
        setProblem('');
        Session.open(id, linkKey).then(
            (s) => {
                if (left) return;
                opened = s;
                s.onChange = () => redraw((n) => n + 1);
                s.onNotice = setNotice;
                s.follow();
                if (linkKey) {
                    history.replaceState(null, '', `/g/${id}`);
                    if (!s.game.seats.some((seat) => seat.you)) {
                        setNotice(
                            'The key in this link does not belong to this game: you are watching.',
                        );
                    }
                }
                setSession(s);
            },
            (error) => !left && setProblem(errorSentence(error)),
        );
        return () => {
            left = true;
            opened?.close();
        };
    }, [id, linkKey]);

    if (problem) {
        return (
            <main class="plain">
                <Logo />
                <h1>{problem}</h1>
                <p class="buttons">
                    <button class="primary" onClick={() => location.reload()}>
                        Try again
                    </button>
                    <a class="button" href="/" data-go>
                        New game
                    </a>
                </p>
            </main>
        );
    }
    if (!session)
        return <main class="plain waiting" aria-busy="true" aria-label="Loading the game" />;
    return <Table session={session} notice={notice} setNotice={setNotice} go={go} />;
}

interface TableProps {
    session: Session;
    notice: string;
    setNotice: (text: string) => void;
    go: (path: string) => void;
}

type Open = '' | 'help' | 'settings' | 'resign' | 'draw' | 'share';

function Table({ session, notice, setNotice, go }: TableProps) {
    const { game, seats, entries, board } = session;
    const [settings, setSettings] = useState(loadSettings);
    const [flipped, setFlipped] = useState(seats.mine.length === 1 && seats.mine[0] === 'w');
    const [viewed, setViewed] = useState<number | null>(null); // null: the newest position
    const [asked, setAsked] = useState<Move | null>(null); // a move that waits for its confirmation
    const [open, setOpen] = useState<Open>('');
    const [spoken, setSpoken] = useState('');
    const last = entries.length - 1;
    const at = Math.min(viewed ?? last, last);
    const live = at === last;
    const entry = entries[at]!;
    const mine = seats.mine;
    const nameOf = (side: Side) =>
        seatName(
            game.seats.find((seat) => seat.colour === side)!,
            mine,
        );
    const computerTurn = game.seats.find((s) => s.colour === session.turn)?.kind === 'computer';
    const opponents = game.seats.filter((seat) => !mine.includes(seat.colour));
    const title = layoutTitle(game.layout);
    const ending = session.over
        ? `${resultTitle(session.result, mine)}: ${resultReason(session.result, session.reason, mine, game.rules.win)}`
        : '';

    const status = statusLine();
    useTitle(session, status);
    useAnnouncements(session, nameOf, status, setSpoken);
    useEffect(() => {
        const opponent =
            opponents.length === 1 && mine.length
                ? nameOf(opponents[0]!.colour)
                : mine.length
                  ? 'Both sides here'
                  : 'Watching';
        rememberGame({
            id: game.id,
            title,
            opponent,
            over: session.over ? resultTitle(session.result, mine) : '',
            at: Date.now(),
        });
    }, [session.result]);
    useEffect(() => {
        setAsked(null);
    }, [last]);

    function statusLine(): string {
        if (session.over) return ending;
        if (mine.length === 2) return `${colourName(session.turn)} to move`;
        if (mine.includes(session.turn)) return 'Your turn';
        if (computerTurn) return 'The computer is thinking';
        return mine.length
            ? `Waiting for ${colourName(session.turn)}`
            : `${colourName(session.turn)} to move`;
    }

    function step(to: number): void {
        const index = Math.max(0, Math.min(last, to));
        setViewed(index === last ? null : index);
        const move = entries[index]!.move;
        const side = entries[index]!.position.turn;
        setSpoken(
            move
                ? `After move ${index}, ${colourName(other(side))}: ${moveSentence(move)}.`
                : 'The start of the game.',
        );
    }

    async function play(move: Move): Promise<void> {
        setViewed(null);
        setAsked(null);
        setNotice('');
        await session.play(move.text);
    }

    function choose(move: Move): void {
        if (!settings.confirm) {
            void play(move);
            return;
        }
        setAsked(move);
        setSpoken(`${moveSentence(move)}: confirm or cancel.`);
    }

    async function act(run: () => Promise<void>): Promise<void> {
        setOpen('');
        setNotice('');
        try {
            await run();
        } catch (error) {
            setNotice(errorSentence(error));
        }
    }

    function change(next: Partial<Settings>): void {
        const all = { ...settings, ...next };
        setSettings(all);
        saveSettings(all);
    }

    function again(): Promise<void> {
        return act(async () => {
            // Colours change sides.
            const order = mine.length === 1 ? [...game.seats].reverse() : game.seats;
            const made = await createGame({
                ...(game.layout ? { layout: game.layout } : { position: game.start }),
                rules: game.rules,
                seats: order.map(({ kind, level }) => ({ kind, level })),
            });
            const keys = {
                ...(made.keys[0] && { b: made.keys[0] }),
                ...(made.keys[1] && { w: made.keys[1] }),
            };
            saveSeats(made.game.id, { keys, mine: mine.length === 1 ? [other(mine[0]!)] : mine });
            go(`/g/${made.game.id}`);
        });
    }

    const resigning: Side | undefined = mine.length === 2 ? session.turn : mine[0];
    const withPerson = opponents.every((seat) => seat.kind === 'person');
    const places = asked && live ? placesAfter(session, asked) : entry.places;
    const top: Side = flipped ? 'b' : 'w';
    const strip = (side: Side) => (
        <PlayerStrip
            side={side}
            name={nameOf(side)}
            ejected={entry.position.ejected[side === 'b' ? 0 : 1]}
            win={game.rules.win}
            toMove={!session.over && live && session.turn === side}
            thinking={!session.over && computerTurn && session.turn === side}
            won={
                session.over &&
                live &&
                (session.result === '1-0' ? side === 'b' : session.result === '0-1' && side === 'w')
            }
        />
    );
    const invite = mine.length === 1 ? seats.keys[other(mine[0]!)] : undefined;
    const fresh = invite !== undefined && last < 2 && !session.over;

    return (
        <div class="game">
            <header class="bar">
                <a class="brand" href="/" data-go>
                    <Logo /> Paua
                </a>
                <span class="spring" />
                {!session.connected && (
                    <span class="reconnecting" role="status">
                        Reconnecting
                    </span>
                )}
                <button
                    class="icon-button"
                    aria-label="Turn the board"
                    title="Turn the board"
                    onClick={() => setFlipped(!flipped)}
                >
                    <Icon name="flip" />
                </button>
                <button
                    class="icon-button"
                    aria-label="Settings"
                    title="Settings"
                    onClick={() => setOpen('settings')}
                >
                    <Icon name="settings" />
                </button>
                <button
                    class="icon-button"
                    aria-label="How to play"
                    title="How to play"
                    onClick={() => setOpen('help')}
                >
                    <Icon name="help" />
                </button>
            </header>
            <main>
                <h1 class="unseen">{`${title}, ${nameOf('b')} against ${nameOf('w')}`}</h1>
                <div class="table">
                    {strip(top)}
                    <div class="board-frame">
                        <BoardView
                            board={board}
                            sides={session.sides}
                            places={places}
                            turned={flipped}
                            coordinates={settings.coordinates}
                            hints={settings.hints}
                            lastMove={asked && live ? asked : entry.move}
                            choice={session.mayMove && live && !asked ? session.choice : null}
                            label={`Board, ${status}`}
                            onMove={choose}
                            say={setSpoken}
                            onIdle={() => setSpoken(live ? status : 'This is an earlier position.')}
                        />
                    </div>
                    {strip(other(top))}
                </div>
                <div class="side">
                    <p class={`status ${session.mayMove ? 'mine' : ''}`}>
                        {computerTurn && !session.over && <span class="dots" aria-hidden="true" />}
                        {session.over ? resultTitle(session.result, mine) : status}
                    </p>
                    {notice && (
                        <p class="problem" role="alert">
                            {notice}
                        </p>
                    )}
                    {asked && (
                        <div class="card ask" role="group" aria-label="Confirm the move">
                            <span>
                                Play <b>{asked.text}</b>?
                            </span>
                            <button class="primary" onClick={() => play(asked)}>
                                Play
                            </button>
                            <button onClick={() => setAsked(null)}>Cancel</button>
                        </div>
                    )}
                    {session.drawOffer && !session.over && (
                        <DrawOffer session={session} act={act} />
                    )}
                    {session.over && (
                        <ResultCard
                            reason={resultReason(
                                session.result,
                                session.reason,
                                mine,
                                game.rules.win,
                            )}
                            mine={mine}
                            onAgain={again}
                        />
                    )}
                    {fresh && <ShareCard id={game.id} keyText={invite} />}
                    <MoveList entries={entries} at={at} onStep={step} />
                    {mine.length > 0 && !session.over && (
                        <TypedMove
                            enabled={session.mayMove && live}
                            onMove={(text) => {
                                const move = checkMove(text);
                                void play(move);
                            }}
                        />
                    )}
                    {!session.over && mine.length > 0 && (
                        <div class="actions">
                            {invite && !fresh && (
                                <button onClick={() => setOpen('share')}>
                                    <Icon name="link" /> Share
                                </button>
                            )}
                            {withPerson && !session.drawOffer && (
                                <button
                                    onClick={() =>
                                        mine.length === 2
                                            ? setOpen('draw')
                                            : act(() => offerDraw(session))
                                    }
                                >
                                    <Icon name="draw" />{' '}
                                    {mine.length === 2 ? 'Agree on a draw' : 'Offer a draw'}
                                </button>
                            )}
                            <button onClick={() => setOpen('resign')}>
                                <Icon name="flag" /> Resign
                            </button>
                        </div>
                    )}
                    <p class="fine muted">
                        {title}
                        {game.board !== '5x5x5' && `, ${game.board.replace(/x/g, ' × ')}`}.{' '}
                        {goal(game.rules.win)}
                    </p>
                </div>
            </main>
            <div class="unseen" aria-live="polite" role="status" data-spoken>
                {spoken}
            </div>
            {open === 'help' && <HelpDialog onClose={() => setOpen('')} />}
            {open === 'settings' && (
                <SettingsDialog settings={settings} change={change} onClose={() => setOpen('')} />
            )}
            {open === 'share' && invite && (
                <Dialog title="Invite a friend" onClose={() => setOpen('')}>
                    <ShareCard id={game.id} keyText={invite} />
                    <div class="buttons">
                        <button onClick={() => setOpen('')}>Close</button>
                    </div>
                </Dialog>
            )}
            {open === 'draw' && (
                <Dialog title="Agree on a draw?" onClose={() => setOpen('')}>
                    <p>The game ends at once, for both sides.</p>
                    <div class="buttons">
                        <button class="primary" onClick={() => act(() => offerDraw(session))}>
                            Draw
                        </button>
                        <button onClick={() => setOpen('')}>Play on</button>
                    </div>
                </Dialog>
            )}
            {open === 'resign' && resigning && (
                <Dialog
                    title={
                        mine.length === 2
                            ? `Resign as ${colourName(resigning)}?`
                            : 'Resign this game?'
                    }
                    onClose={() => setOpen('')}
                >
                    <p>The game ends at once.</p>
                    <div class="buttons">
                        <button class="danger" onClick={() => act(() => session.resign(resigning))}>
                            Resign
                        </button>
                        <button onClick={() => setOpen('')}>Play on</button>
                    </div>
                </Dialog>
            )}
        </div>
    );
}

function goal(win: number): string {
    return `The first to push ${win} ${win === 1 ? 'marble' : 'marbles'} off the board wins.`;
}

async function offerDraw(session: Session): Promise<void> {
    for (const side of session.seats.mine) await session.draw(side);
}

/** Where the marbles would be after a move that is not played yet. */
function placesAfter(session: Session, move: Move) {
    const cells = new Map(session.board.cells.map((cell) => [cell.name, cell]));
    const where = new Map(
        move.steps.map(([from, to]) => [cells.get(from)!, to === null ? null : cells.get(to)!]),
    );
    return session.last.places.map((place) => {
        for (const [from, to] of where) {
            if (place.gone || from.row !== place.row || from.column !== place.column) continue;
            return to ? { row: to.row, column: to.column, gone: false } : { ...place, gone: true };
        }
        return place;
    });
}

function DrawOffer({
    session,
    act,
}: {
    session: Session;
    act: (run: () => Promise<void>) => Promise<void>;
}) {
    const from = session.drawOffer as Side;
    const answer = session.seats.mine.find((side) => side !== from);
    return (
        <div class="card ask" role="group" aria-label="Draw offer">
            {answer ? (
                <>
                    <span>{colourName(from)} offers a draw. A move declines.</span>
                    <button class="primary" onClick={() => act(() => session.draw(answer))}>
                        Accept
                    </button>
                </>
            ) : (
                <span>
                    {session.seats.mine.length
                        ? 'You offered a draw.'
                        : `${colourName(from)} offers a draw.`}
                </span>
            )}
        </div>
    );
}

interface SettingsProps {
    settings: Settings;
    change: (next: Partial<Settings>) => void;
    onClose: () => void;
}

function SettingsDialog({ settings, change, onClose }: SettingsProps) {
    const boxes: [keyof Settings, string][] = [
        ['coordinates', 'Letters and numbers at the edge'],
        ['hints', 'Arrows where picked marbles can go'],
        ['confirm', 'Ask before a move is played'],
    ];
    return (
        <Dialog title="Settings" onClose={onClose}>
            {boxes.map(([name, text]) => (
                <label class="check" key={name}>
                    <input
                        type="checkbox"
                        checked={settings[name]}
                        onChange={(e) => change({ [name]: e.currentTarget.checked })}
                    />
                    <span>{text}</span>
                </label>
            ))}
            <div class="buttons">
                <button class="primary" onClick={onClose}>
                    Done
                </button>
            </div>
        </Dialog>
    );
}

function useTitle(session: Session, status: string): void {
    useEffect(() => {
        document.title = session.mayMove
            ? `(1) ${status} - Paua`
            : `${status.split(':')[0]} - Paua`;
    }, [status, session.mayMove]);
}

/** Says every new move and every change of the game's state. */
function useAnnouncements(
    session: Session,
    nameOf: (side: Side) => string,
    status: string,
    say: (text: string) => void,
): void {
    const known = useRef(session.entries.length);
    const offer = session.drawOffer;
    const words = useMemo(() => {
        const { entries } = session;
        const fresh = entries.length > known.current ? entries[entries.length - 1]!.move : null;
        known.current = entries.length;
        const by = other(session.turn);
        const moved = fresh ? `${nameOf(by)}: ${moveSentence(fresh)}. ` : '';
        const offered = offer && !session.over ? ` ${colourName(offer)} offers a draw.` : '';
        return `${moved}${status}.${offered}`;
    }, [session.entries.length, status, offer]);
    useEffect(() => say(words), [words]);
    const line = session.connected;
    const first = useRef(true);
    useEffect(() => {
        if (!first.current)
            say(line ? 'Connected again.' : 'The connection is lost; trying again.');
        if (line) first.current = false;
    }, [line]);
}
