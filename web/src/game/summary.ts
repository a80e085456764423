// A game of the server in a few words, for lists: without replaying it.
import type { ListedGame } from '../api/client';
import { isTaken } from './seat';
import { challengeTo, withAccount } from './invitation';
import type { Side } from '../rules/rules';
import type { Seats } from '../api/storage';
import { playerName } from './player-text';
import { resultTitle } from './result-text';
import { colourName, layoutTitle, winner } from '../rules/text';
import { countOf } from '../ui/text';

export interface GameSummary {
    title: string;
    opponent: string;
    over: string; // the result, '' while the game is in progress
    turn: 'challenged' | 'mine' | 'theirs'; // challenged: this account has to accept first
    state: string; // in words
    created: string;
}

/** Against whom this browser plays, or is asked to play. */
export function opponentsText({ seats }: Pick<ListedGame, 'seats'>, mine: Side[]): string {
    if (mine.length === 0) return 'Watching';
    const opponents = seats.filter((seat) => !mine.includes(seat.colour));
    if (opponents.length === 0) return seats.length === 2 ? 'Both sides' : 'All sides';
    if (opponents.length > 2) return countOf(opponents.length, 'opponent');
    const known = opponents.filter((seat) => isTaken(seat) || seat.kind === 'user');
    const named = known.map((seat) => playerName(seat, mine, seats.length));
    const free = opponents.length - named.length;
    return [...named, ...(free ? [countOf(free, 'free seat')] : [])].join(', ');
}

/** The side and its partner, if it has one. Teams end a position's text: "... br-wg". */
export function teamOf({ position }: Pick<ListedGame, 'position'>, side: Side): Side[] {
    const [teams] = / [bwrgyp]{2}(-[bwrgyp]{2})+$/.exec(position) ?? [];
    return [...(teams?.split(/[ -]/).find((letters) => letters.includes(side)) ?? side)] as Side[];
}

/** The winner and a partner, or nobody. */
export function winnersIn(game: ListedGame): Side[] {
    const side = winner(game.result);
    return side ? teamOf(game, side) : [];
}

function stateText({ status, turn, seats }: ListedGame, mine: Side[]): string {
    const free = seats.filter((seat) => !isTaken(seat));
    const [one] = free;
    if (status === 'waiting' && free.length === 1 && one!.kind === 'user')
        return `Waiting for ${one!.name}`;
    if (status === 'waiting') return `Waiting for ${countOf(free.length, 'player')}`;
    if (status === 'paused') return 'Paused';
    if (turn === '') return 'In progress';
    return mine.includes(turn) ? 'Your turn' : `${colourName(turn)} to move`;
}

/** The summary for a browser with these seats, and for the account that is signed in there. */
export function summaryOf(game: ListedGame, own: Seats, account = ''): GameSummary {
    const { layout, seats, status, result, turn, created } = game;
    const { mine } = withAccount(own, game, account);
    const challenge = status === 'waiting' ? challengeTo(game, account) : undefined;
    const ended = result === '*' ? 'Game closed' : resultTitle(winnersIn(game), mine, seats.length);
    const over = status === 'over' ? ended : '';
    const isTurn = status === 'playing' && turn && mine.includes(turn);
    return {
        title: layoutTitle(layout),
        opponent: opponentsText(game, challenge ? [challenge.colour] : mine),
        over,
        turn: challenge ? 'challenged' : isTurn ? 'mine' : 'theirs',
        state: over || (challenge ? 'Challenge' : stateText(game, mine)),
        created,
    };
}
