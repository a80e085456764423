// The keys of this browser for the game that follows one.
import type { Game } from '../api/client';
import { loadSeats, rematchSeats, saveSeats, successorSeats, type Seats } from '../api/storage';

/** Keeps the keys for the next game: a rematch, or the game without who declined. */
export function saveNextSeats({ next, seats: all }: Game, seats: Seats): void {
    if (!next || !Object.keys(seats.keys).length || loadSeats(next).mine.length) return;
    const declined = all.some(({ left }) => left === 'declined');
    saveSeats(next, declined ? successorSeats(seats, all) : rematchSeats(seats, all.length));
}
