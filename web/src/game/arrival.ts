// How to see that a request of a player has arrived though its response has not: by an event of the
// stream, or in the whole game. Pure functions.
import type { Game, GameEvent, ProposalAction, ProposalKind } from '../api/client';
import type { Side } from '../rules/rules';

/** How to see that a request has arrived. */
export interface Arrival {
    isConfirmedBy: (event: Exclude<GameEvent, { type: 'gameFull' }>) => boolean;
    isShownBy: (game: Game) => boolean;
}

/** A move. `ply`: its number, counted from that of the start; `index`: how many came before. */
export function moveArrival(ply: number, index: number, move: string): Arrival {
    return {
        isConfirmedBy: (event) => event.type === 'move' && event.ply === ply && event.move === move,
        isShownBy: ({ moves }) => moves[index] === move,
    };
}

/** An offer, or an answer to one. An offer after the same of another player is an `accept`. */
export function proposalArrival(kind: ProposalKind, side: Side, action: ProposalAction): Arrival {
    const types = action === 'offer' ? ['offer', 'accept'] : [action];
    return {
        isConfirmedBy: (event) =>
            'kind' in event &&
            types.includes(event.type) &&
            event.kind === kind &&
            event.colour === side,
        isShownBy: () => false,
    };
}

export function messageArrival(side: Side, text: string): Arrival {
    return {
        isConfirmedBy: (event) =>
            event.type === 'chat' && event.colour === side && event.text === text,
        isShownBy: () => false,
    };
}

export function resignationArrival(side: Side): Arrival {
    return {
        isConfirmedBy: (event) => event.type === 'resign' && event.colour === side,
        isShownBy: ({ status, seats }) =>
            status === 'over' || seats.some(({ colour, left }) => colour === side && !!left),
    };
}

/** For requests that are not looked for in events: only their response confirms them. */
export const NO_ARRIVAL: Arrival = { isConfirmedBy: () => false, isShownBy: () => false };
