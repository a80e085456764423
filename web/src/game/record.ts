// A game that was read from text (POST /records), as the game page shows games of the server.
import type { Game, GameRecord, Seat } from '../api/client';
import { ApiError } from '../api/client';
import { SIDES, type Side } from '../rules/rules';
import type { GameServer } from './session';

/** The text of the game is in the browser's history, so that a reload and "back" find it. */
export interface RecordState {
    record?: string;
    game?: number; // which of the text
    games?: number; // of the text; 0: not known yet
}

export function recordState(text: string, game = 1, games = 0): RecordState {
    return { record: text, game, games };
}

const NAME_TAGS = ['Black', 'White', 'Red', 'Green', 'Yellow', 'Purple'];

/** Who leaves a game of three or more, and at which move: "r:resigns" after 12 moves. */
function departureOf({ remarks }: GameRecord, colour: Side, first: number): Partial<Seat> {
    for (const { ply, leaves } of remarks) {
        const [side, how] = leaves?.split(':') ?? [];
        if (side !== colour) continue;
        const left = how === 'time' ? 'time' : 'resignation';
        return { left, left_ply: first + ply };
    }
    return {};
}

/** The number of the next move, which every position has here. */
function plyOf(position: string): number {
    return Number(position.split(' ')[4]);
}

/** The game object that the server would give for this game; its `id` is ''. */
export function gameOfRecord(record: GameRecord): Game {
    const { tags, board, start, position, moves, result, rules } = record;
    const players = Number(tags.Players) || 2;
    const name = (i: number) => tags[NAME_TAGS[i]!]?.replace(/^\?$/, '');
    const seats = SIDES.slice(0, players).map((colour, i): Seat => ({
        kind: 'person',
        colour,
        ...(name(i) && { name: name(i) }),
        ...departureOf(record, colour, plyOf(start)),
    }));
    const over = result !== '*';
    return {
        ...{ id: '', layout: tags.SetUp ? '' : (tags.Variant ?? ''), created: '', event: 0 },
        ...{ board, start, rules, seats, moves, position, ply: plyOf(position), result },
        turn: over ? '' : (position.split(' ')[1] as Side),
        reason: tags.Termination ?? '',
        status: over ? 'over' : 'playing',
        ...{ proposals: [], chat: [], next: '', here: [], spectators: 0, closes: null },
    };
}

function refuse(): Promise<never> {
    return Promise.reject(new ApiError(409, 'record', 'this game is only shown'));
}

/** Stands for the server in the session of such a game, in which nothing ever happens. */
export function recordServer(game: Game): GameServer {
    return {
        getGame: () => Promise.resolve(game),
        readEvents(_id, _after, signal, onOpen) {
            onOpen();
            return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
        },
        ...{ postMove: refuse, postResign: refuse, postProposal: refuse, postResume: refuse },
        ...{ postJoin: refuse, postChat: refuse, postClaim: refuse, postDecline: refuse },
    };
}
