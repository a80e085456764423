// The moves that are still being sent in games whose page was left.

/** A move on its way, the position before it, and the last event that was known then. */
export interface MoveOnItsWay {
    move: string;
    position: string;
    after: number;
    stop: AbortController;
}

/** By the game. */
export const leftMoves = new Map<string, MoveOnItsWay>();
