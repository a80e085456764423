// Challenges: games that wait until somebody who was named accepts, in words.
import type { Game, Seat } from '../api/client';
import { isTaken } from '../game/seat';
import { colourName } from '../rules/text';
import { listOf } from '../ui/text';

/** The challengers: the people who are in the game already. */
function challengers({ seats }: Pick<Game, 'seats'>): string {
    const people = seats.filter((seat) => seat.kind !== 'computer' && isTaken(seat));
    return listOf(people.map(({ name }) => name).filter((name) => name !== undefined));
}

/** "Ann challenges you to play White." */
export function challengeText(game: Pick<Game, 'seats'>, { colour }: Seat): string {
    const names = challengers(game);
    const verb = names.includes(' and ') ? 'challenge' : 'challenges';
    const side = colourName(colour);
    return names ? `${names} ${verb} you to play ${side}.` : `You are asked to play ${side}.`;
}
