// A game of the server in a few words, for lists: without replaying it.
import type { ListedGame } from './api';
import { isTaken } from './game-events';
import type { Side } from './rules';
import type { Seats } from './storage';
import { colourName, countOf, layoutTitle, playerName, resultTitle, winner } from './text';

export interface GameSummary {
    title: string;
    opponent: string;
    over: string; // the result, '' while the game is in progress
    turn: 'mine' | 'theirs'; // whose it is, while the game is in progress
    state: string; // in words
    created: string;
}

/** Against whom this browser plays. */
export function opponentsText({ seats }: Pick<ListedGame, 'seats'>, mine: Side[]): string {
    if (mine.length === 0) return 'Watching';
    const opponents = seats.filter((seat) => !mine.includes(seat.colour));
    if (opponents.length === 0) return seats.length === 2 ? 'Both sides' : 'All sides';
    if (opponents.length > 2) return countOf(opponents.length, 'opponent');
    const named = opponents.filter(isTaken).map((seat) => playerName(seat, mine, seats.length));
    const free = opponents.length - named.length;
    return [...named, ...(free ? [countOf(free, 'free seat')] : [])].join(', ');
}

/** The winner and a partner, or nobody. Teams end a position's text: "... br-wg". */
function winnersIn({ result, position }: ListedGame): Side[] {
    const side = winner(result);
    const [teams] = / [bwrgyp]{2}(-[bwrgyp]{2})+$/.exec(position) ?? [];
    const team = side && teams?.split(/[ -]/).find((letters) => letters.includes(side));
    return side ? ([...(team ?? side)] as Side[]) : [];
}

function stateText({ status, turn, seats }: ListedGame, mine: Side[]): string {
    const free = seats.filter((seat) => !isTaken(seat)).length;
    if (status === 'waiting') return `Waiting for ${countOf(free, 'player')}`;
    if (status === 'paused') return 'Paused';
    if (turn === '') return 'In progress';
    return mine.includes(turn) ? 'Your turn' : `${colourName(turn)} to move`;
}

export function summaryOf(game: ListedGame, { mine }: Seats): GameSummary {
    const { layout, seats, status, result, turn, created } = game;
    const ended =
        result === '*' ? 'Game closed' : resultTitle(winnersIn(game), mine, seats.length);
    const over = status === 'over' ? ended : '';
    return {
        title: layoutTitle(layout),
        opponent: opponentsText(game, mine),
        over,
        turn: status === 'playing' && turn && mine.includes(turn) ? 'mine' : 'theirs',
        state: over || stateText(game, mine),
        created,
    };
}
