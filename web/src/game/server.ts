// The calls of the HTTP API that a session needs.
import {
    getGame,
    postChat,
    postClaim,
    postDecline,
    postJoin,
    postMove,
    postProposal,
    postResign,
    postResume,
    readEvents,
} from '../api/client';

export const SERVER = {
    getGame,
    postMove,
    postResign,
    postDecline,
    postProposal,
    postResume,
    postJoin,
    postChat,
    postClaim,
    readEvents,
};

export type GameServer = typeof SERVER;
