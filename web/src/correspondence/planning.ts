// The position behind a path of planned moves, as far as the rules determine it.
import { ANY_MOVE, type Order } from './conditional';
import { latestOf, sideToMove, type Entry, type GameState } from '../game/state';
import type { LegalMoves, RulesGame, RulesModule, Side } from '../rules/rules';
import { playEntry } from '../game/entries';
import type { Session } from '../game/session';

type Look<T> = (game: RulesGame, entries: Entry[]) => T;

export interface Planned {
    entries: Entry[]; // of the game, then of the path
    legal: LegalMoves | null; // null: the game is over here, or what stands on the board is not known
}

/** Who plays on, in the order of play. */
function playing({ game }: GameState): Side[] {
    return game.seats.filter(({ left }) => !left).map(({ colour }) => colour);
}

/** Whose moves come when, from the next one on. */
export function orderOf(state: GameState, own: Side): Order {
    const sides = playing(state);
    const players = sides.length;
    const before = (sides.indexOf(own) - sides.indexOf(sideToMove(state)) + players) % players;
    return { before, players };
}

/** Who plays the move of this number in a path, from 0. */
export function sideAt(state: GameState, index: number): Side {
    const sides = playing(state);
    return sides[(sides.indexOf(sideToMove(state)) + index) % sides.length]!;
}

/** What `look` finds behind a path. Throws a RulesError where a move of it is not legal. */
export function lookBehind<T>(
    session: Session,
    rules: RulesModule,
    path: readonly string[],
    look: Look<T>,
    state = session.state,
): T {
    const any = path.indexOf(ANY_MOVE);
    if (any < 0) return session.lookAhead(path, look);
    return session.lookAhead(path.slice(0, any), (_, entries) =>
        lookPast(state, rules, entries, path.slice(any), look),
    );
}

/** The same behind a move that is not known: as if its player had passed. */
function lookPast<T>(
    state: GameState,
    rules: RulesModule,
    known: Entry[],
    [, ...path]: readonly string[],
    look: Look<T>,
): T {
    const last = latestOf(known);
    const ahead = known.length - state.entries.length + 1;
    const text = last.position.text.replace(/ \w /, ` ${sideAt(state, ahead)} `);
    const game = rules.newGame(text, state.game.rules);
    try {
        const passed = { ...last, move: null, mover: last.position.turn, position: game.start };
        const entries: Entry[] = [...known, passed];
        const any = path.indexOf(ANY_MOVE);
        for (const move of any < 0 ? path : path.slice(0, any))
            entries.push(playEntry(game, latestOf(entries), move));
        if (any < 0) return look(game, entries);
        return lookPast(state, rules, entries, path.slice(any), look);
    } finally {
        game.free();
    }
}

/** The position behind a path; where a move of it can't be shown, the one before that. */
export function planned(
    session: Session,
    rules: RulesModule,
    path: readonly string[],
    state = session.state,
): Planned {
    const look = (game: RulesGame, entries: Entry[]): Planned => {
        const over = latestOf(entries).position.result !== '*';
        return { entries, legal: over ? null : game.legalMoves() };
    };
    for (let length = path.length; ; length--) {
        try {
            const found = lookBehind(session, rules, path.slice(0, length), look, state);
            return length < path.length ? { ...found, legal: null } : found;
        } catch (error) {
            if (length === 0) throw error;
        }
    }
}
