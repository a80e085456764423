// How one reader looks at a game: the position in view, the settings, what may be done.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createGame } from './api';
import { marksOf, mayAnalyse, useInsight, useReview } from './insight';
import type { Move, Side } from './rules';
import type { Place, Session } from './session';
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

export type Open = '' | 'help' | 'settings' | 'resign' | 'draw' | 'share';

export interface Shared {
    session: Session;
    setNotice: (text: string) => void;
    go: (path: string) => void;
}

export type View = ReturnType<typeof useView>;

export function useView({ session, setNotice, go }: Shared) {
    const { game, seats, entries } = session;
    const mine = seats.mine;
    const [settings, setSettings] = useState(loadSettings);
    const [flipped, setFlipped] = useState(mine.length === 1 && mine[0] === 'w');
    const [viewed, setViewed] = useState<number | null>(null); // null: the newest position
    const [asked, setAsked] = useState<Move | null>(null); // a move that waits for its confirmation
    const [open, setOpen] = useState<Open>('');
    const [analysing, setAnalysing] = useState(false);
    const [spoken, say] = useState('');
    const last = entries.length - 1;
    const at = Math.min(viewed ?? last, last);
    useEffect(() => setAsked(null), [last]);
    const analysed = analysing && mayAnalyse(session);
    const known = useInsight(session, at, analysed);
    const review = useReview(session, analysed && session.over);

    const seat = (side: Side) => game.seats.find((s) => s.colour === side)!;
    const nameOf = (side: Side) => seatName(seat(side), mine);
    const thinking = !session.over && seat(session.turn).kind === 'computer';

    const step = (to: number) => {
        const index = Math.max(0, Math.min(last, to));
        const { move, position } = entries[index]!;
        const by = colourName(other(position.turn));
        setViewed(index === last ? null : index);
        say(move ? `After move ${index}, ${by}: ${moveSentence(move)}.` : 'The start of the game.');
    };
    const play = (move: Move) => {
        setViewed(null);
        setAsked(null);
        setNotice('');
        void session.play(move.text);
    };
    const choose = (move: Move) => {
        if (!settings.confirm) {
            play(move);
            return;
        }
        setAsked(move);
        say(`${moveSentence(move)}: confirm or cancel.`);
    };
    const act = async (run: () => Promise<void>) => {
        setOpen('');
        setNotice('');
        try {
            await run();
        } catch (error) {
            setNotice(errorSentence(error));
        }
    };
    const change = (next: Partial<Settings>) => {
        setSettings({ ...settings, ...next });
        saveSettings({ ...settings, ...next });
    };
    return {
        ...{ session, game, mine, nameOf, thinking, status: statusLine(session, thinking) },
        ...{
            at,
            entry: entries[at]!,
            live: at === last,
            last,
            step,
            asked,
            setAsked,
            play,
            choose,
        },
        ...{ analysed, setAnalysing, known, review, marks: marksOf(known.insight) },
        ...{ settings, change, flipped, flip: () => setFlipped(!flipped), open, setOpen, act },
        ...{
            spoken,
            say,
            title: layoutTitle(game.layout),
            again: () => act(() => again(session, go)),
        },
        /** The key of the other seat, where this browser has it to give away. */
        invite: mine.length === 1 ? seats.keys[other(mine[0]!)] : undefined,
    };
}

function statusLine(session: Session, thinking: boolean): string {
    const { mine } = session.seats;
    const turn = colourName(session.turn);
    if (session.over) {
        const why = resultReason(session.result, session.reason, mine, session.game.rules.win);
        return `${resultTitle(session.result, mine)}: ${why}`;
    }
    if (mine.length === 1 && mine[0] === session.turn) return 'Your turn';
    if (thinking) return 'The computer is thinking';
    return mine.length === 1 ? `Waiting for ${turn}` : `${turn} to move`;
}

/** A new game of the same kind; who played one side now plays the other. */
async function again({ game, seats }: Session, go: (path: string) => void): Promise<void> {
    const swap = seats.mine.length === 1;
    const order = swap ? [...game.seats].reverse() : game.seats;
    const made = await createGame({
        ...(game.layout ? { layout: game.layout } : { position: game.start }),
        rules: game.rules,
        seats: order.map(({ kind, level, opponent }) => ({ kind, level, opponent })),
    });
    const [b, w] = made.keys;
    const mine = swap ? seats.mine.map(other) : seats.mine;
    saveSeats(made.game.id, { keys: { ...(b && { b }), ...(w && { w }) }, mine });
    go(`/g/${made.game.id}`);
}

/** Where the marbles would be after a move that is not played yet. */
export function placesAfter(session: Session, move: Move): Place[] {
    const cells = new Map(session.board.cells.map((cell) => [cell.name, cell]));
    return session.last.places.map((place) => {
        const step = move.steps.find(([from]) => {
            const { row, column } = cells.get(from)!;
            return !place.gone && row === place.row && column === place.column;
        });
        if (!step) return place;
        const to = step[1] === null ? null : cells.get(step[1])!;
        return to ? { row: to.row, column: to.column, gone: false } : { ...place, gone: true };
    });
}

/** Tells the window's title, the list of games, and those who listen. */
export function useTelling(view: View): void {
    const { session, status, mine, nameOf, say, title, game } = view;
    useEffect(() => {
        const short = status.split(':')[0];
        document.title = session.mayMove ? `(1) ${short} - Paua` : `${short} - Paua`;
    }, [status, session.mayMove]);
    useEffect(() => {
        const rival = game.seats.find((seat) => !mine.includes(seat.colour));
        const sides = mine.length === 0 ? 'Watching' : 'Both sides here';
        rememberGame({
            id: game.id,
            title,
            opponent: rival && mine.length ? nameOf(rival.colour) : sides,
            over: session.over ? resultTitle(session.result, mine) : '',
            at: Date.now(),
        });
    }, [session.result]);

    const { entries, drawOffer, connected } = session;
    const known = useRef(entries.length);
    const words = useMemo(() => {
        const fresh = entries.length > known.current ? session.last.move : null;
        known.current = entries.length;
        const moved = fresh ? `${nameOf(other(session.turn))}: ${moveSentence(fresh)}. ` : '';
        const offered = drawOffer && !session.over;
        return `${moved}${status}.${offered ? ` ${colourName(drawOffer)} offers a draw.` : ''}`;
    }, [entries.length, status, drawOffer]);
    useEffect(() => say(words), [words]);
    const met = useRef(false);
    useEffect(() => {
        if (met.current)
            say(connected ? 'Connected again.' : 'The connection is lost; trying again.');
        met.current ||= connected;
    }, [connected]);
}
