// Hooks of a game page: useGame opens and follows a game, useReplay steps through its positions,
// usePendingMove asks before a move, useAnnouncer and useGameUpdates speak to screen readers.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { accountName } from '../api/signed-in';
import type { Seat } from '../api/client';
import { retry } from '../api/retry';
import { usePageTitle } from '../ui/page';
import { useRules } from '../rules/context';
import { opponentsText } from './summary';
import type { Move, Side } from '../rules/rules';
import {
    isMoveUnsent,
    isOver,
    latestEntry,
    mayMove,
    newMoveOf,
    Session,
    type Entry,
    type GameServer,
    type GameState,
} from './session';
import { findSeen, loadSettings, rememberGame, updateGame } from '../api/storage';
import {
    declinedText,
    gameTitle,
    playerNameOf,
    proposalText,
    resultText,
    seatOf,
    statusText,
} from './text';
import { colourName, moveSentence } from '../rules/text';
import { useEffectEvent } from '../ui/use-effect-event';

export interface OpenGame {
    session: Session;
    state: GameState;
}

const SLIDE_MS = 240; // of marbles, as in board.css

/** How long a move is seen before the computer's answer: its animation, then the chosen pause. */
function pause(): number {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return (still ? 0 : SLIDE_MS) + loadSettings().pace;
}

/** Takes what follows # out of the address. */
export function hideKey(id: string): void {
    history.replaceState(null, '', `/g/${id}`);
}

/**
 * Opens a game and follows it; `linkKey` is what follows # in a shared link, or ''. `server` stands
 * for the server where the game is not there. An error that passes lasts until the game comes.
 */
export function useGame(
    id: string,
    linkKey: string,
    server?: GameServer,
): { game: OpenGame | null; error: unknown } {
    const rules = useRules();
    const [game, setGame] = useState<OpenGame | null>(null);
    const [error, setError] = useState<unknown>(null);

    useEffect(() => {
        let session: Session | null = null;
        const left = new AbortController();
        const onOpen = (opened: Session) => {
            if (left.signal.aborted) return opened.close();
            session = opened;
            setError(null);
            opened.subscribe((state) => setGame({ session: opened, state }));
            setGame({ session: opened, state: opened.state });
            opened.connect();
            // A key does not stay in the address, an invitation until it is answered.
            if (linkKey && !opened.state.invited?.secret) hideKey(id);
        };
        const options = { rules, pause, ...(server && { server }) };
        const open = (signal: AbortSignal) => Session.open(id, linkKey, { ...options, signal });
        retry(open, left.signal, setError).then(onOpen, (error: unknown) => {
            if (!left.signal.aborted) setError(error);
        });
        return () => {
            left.abort();
            session?.close();
            setGame(null);
            setError(null);
        };
    }, [rules, id, linkKey, server]);
    return { game, error };
}

/**
 * Which position of the game is shown: the latest, unless the reader went back to another. Once
 * that is the latest one, or has been taken back, the reader follows the game again.
 */
export function useReplay(entries: readonly Entry[], announce: (text: string) => void) {
    const [chosen, setChosen] = useState<Entry | null>(null); // null: the latest
    const last = entries.length - 1;
    const found = entries.indexOf(chosen!);
    const at = found < 0 ? last : found;
    useLayoutEffect(() => {
        if (at === last) setChosen(null);
    }, [at, last, chosen]);
    const goTo = (to: number) => {
        const index = Math.max(0, Math.min(last, to));
        const { move, mover } = entries[index]!;
        setChosen(entries[index]!);
        announce(
            move && mover
                ? `After move ${index}, ${colourName(mover)}: ${moveSentence(move)}.`
                : 'Start of the game.',
        );
    };
    return { at, last, live: at === last, entry: entries[at]!, goTo };
}

export type Replay = ReturnType<typeof useReplay>;

/** A move that waits for its confirmation; another move of the game drops it, as does the end. */
export function usePendingMove(state: GameState, announce: (text: string) => void) {
    const entry = latestEntry(state);
    const [pending, setPending] = useState<Move | null>(null);
    useLayoutEffect(() => setPending(null), [entry]);
    const setPendingMove = (move: Move | null) => {
        setPending(move);
        if (move) announce(`${moveSentence(move)}: confirm or cancel.`);
    };
    return { pendingMove: mayMove(state) ? pending : null, setPendingMove };
}

/** The text of the page's live region. */
export function useAnnouncer() {
    const [announcement, announce] = useState('');
    return { announcement, announce };
}

/**
 * Remembers a game while its page is open, hidden or not: whether the reader knows that it has
 * begun.
 */
function useRemembering(state: GameState): void {
    const { game } = state;
    const over = isOver(state);
    const waiting = game.status === 'waiting' && state.seats.mine.length > 0;
    const remember = useEffectEvent(() => {
        if (!game.id) return;
        const account = accountName();
        const isSeat = ({ kind, name, user }: Seat) => (kind === 'user' ? name : user) === account;
        const unseen = document.hidden ? findSeen(game.id)?.waits : undefined;
        const waits = waiting ? 'players' : unseen; // another tab calls the reader
        rememberGame({
            id: game.id,
            title: gameTitle(game),
            opponent: opponentsText(game, state.seats.mine),
            over: over ? resultText(state) : '',
            at: Date.now(),
            ...(waits && { waits }),
            ...(game.seats.some(isSeat) && { account }),
        });
    });
    useEffect(() => remember(), [over, game.status, state.seats, remember]);

    const onShow = useEffectEvent(() => {
        if (document.hidden || waiting || !findSeen(game.id)?.waits) return;
        updateGame(game.id, { waits: undefined });
    });
    useEffect(() => {
        document.addEventListener('visibilitychange', onShow);
        return () => document.removeEventListener('visibilitychange', onShow);
    }, [onShow]);
}

/** Keeps the window's title and the list of recent games up to date, and announces what happens. */
export function useGameUpdates(state: GameState, announce: (text: string) => void): void {
    const { game, entries, connected } = state;
    const offers = [...game.proposals.map((one) => proposalText(state, one)), declinedText(state)]
        .filter((text) => text)
        .join(' ');
    const status = statusText(state);
    const active = mayMove(state);
    usePageTitle(`${active ? '(1) ' : ''}${status.split(':')[0]}`);

    useRemembering(state);
    const { move, mover } = latestEntry(state);
    const announced = useRef(entries);
    const announceChange = useEffectEvent(() => {
        const added = newMoveOf(entries, announced.current);
        announced.current = entries;
        const moved =
            added && mover ? `${playerNameOf(state, mover)}: ${moveSentence(added)}. ` : '';
        announce(`${moved}${status}. ${offers}`);
    });
    // A move is spoken with what the server says to it, or once it counts as not sent.
    const onItsWay = state.sending && !isMoveUnsent(state);
    useEffect(() => {
        if (!onItsWay) announceChange();
    }, [move, status, offers, onItsWay, announceChange]);

    const wasConnected = useRef(connected);
    const announceConnection = useEffectEvent(() =>
        announce(`${connected ? 'Reconnected' : 'Connection lost'}. ${status}.`),
    );
    useEffect(() => {
        if (wasConnected.current !== connected) announceConnection();
        wasConnected.current = connected;
    }, [connected, announceConnection]);
}

/** Opens the rematch that everybody has agreed to while this page is open. */
export function useNextGame(state: GameState, go: (path: string) => void): void {
    const { game, seats } = state;
    const known = useRef(game.next);
    const declined = (side: Side) => seatOf(state, side).left === 'declined';
    const openNext = useEffectEvent((next: string) => {
        const namedSeat = game.seats.find(
            ({ kind, name }) => kind === 'user' && name === accountName(),
        );
        const own = seats.mine.length || !namedSeat ? seats.mine : [namedSeat.colour];
        if (own.length > 0 && own.every(declined)) return;
        if (next && !known.current) go(`/g/${next}`);
    });
    useEffect(() => openNext(game.next), [game.next, openNext]);
}
