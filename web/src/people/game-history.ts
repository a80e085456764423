// A game on the page of a player in words, from the side of that player: against whom, how it
// ended, what it was. Pure functions.
import { CORRESPONDENCE, speedText } from './account-text';
import type { ListedGame, Seat } from '../api/client';
import { teamOf, winnersIn } from '../game/summary';
import { playerName } from '../game/player-text';
import { resultTitle } from '../game/result-text';
import { layoutTitle } from '../rules/text';
import { capital, dateText } from '../ui/text';

/** The seats that the account of this name plays, or is challenged to. */
function seatsOfName({ seats }: ListedGame, name: string): Seat[] {
    return seats.filter(
        (seat) => seat.user === name || (seat.kind === 'user' && seat.name === name),
    );
}

function nameOf(seat: Seat, players: number): string {
    const nameless = seat.kind !== 'computer' && seat.taken !== false && !seat.name;
    return nameless ? 'Somebody' : playerName(seat, [], players);
}

/** The opponents of the player: "Bob, Cid". */
export function opponentsOfName(game: ListedGame, name: string): string {
    const own = seatsOfName(game, name).flatMap(({ colour }) => teamOf(game, colour));
    const others = game.seats.filter(({ colour }) => !own.includes(colour));
    return others.map((seat) => nameOf(seat, game.seats.length)).join(', ') || 'All sides';
}

/** "Won", "Lost", of a game that is over. */
function endText(game: ListedGame, own: Seat[]): string {
    const winners = winnersIn(game);
    if (game.result === '*') return 'Closed';
    if (own.length !== 1) return resultTitle(winners, [], game.seats.length);
    if (winners.includes(own[0]!.colour)) return 'Won';
    return winners.length === 0 && !own[0]!.left ? 'Draw' : 'Lost';
}

/** "Won +12": the result of the player and the change of the rating; "Move 12" before the end. */
export function outcomeText(game: ListedGame, name: string): string {
    const own = seatsOfName(game, name);
    const change = own[0]?.rating_change;
    if (game.status === 'playing') return `Move ${game.ply}`;
    if (game.status !== 'over') return capital(game.status);
    const sign = change === undefined ? '' : ` ${change < 0 ? '\u2212' : '+'}${Math.abs(change)}`;
    return endText(game, own) + sign;
}

/** "Belgian daisy, rated, rapid, 3 Oct 2026". */
export function gameAboutText({ layout, category, slow, created }: ListedGame): string {
    const speed = category ? speedText(category) : slow ? CORRESPONDENCE : '';
    const parts = [layoutTitle(layout), category ? 'rated' : 'not rated', speed, dateText(created)];
    return parts.filter(Boolean).join(', ');
}
