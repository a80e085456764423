// The moves that are still being sent in games whose page was left.

/** A move on its way, and the position before it. */
export interface MoveOnItsWay {
    move: string;
    position: string;
    stop: AbortController;
}

/** By the game. */
export const leftMoves = new Map<string, MoveOnItsWay>();
