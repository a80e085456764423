// The moves that are still being sent in games whose page was left.

/** A move on its way, the position before it, and the last event that was known then. */
export interface PendingMove {
    move: string;
    position: string;
    after: number;
    stop: AbortController; // ends the sending
}

/** By the game's id. */
export const pendingMoves = new Map<string, PendingMove>();
