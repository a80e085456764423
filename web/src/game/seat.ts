// A seat of a game.
import type { Seat } from '../api/client';

/** Whether nobody has to be waited for to take a seat. */
export function isTaken({ kind, taken }: Seat): boolean {
    return (kind !== 'open' && kind !== 'user') || taken === true;
}
