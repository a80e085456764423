// The rules of Abalone: the library's C code as WebAssembly (web/wasm/paua.c), reached by handles.
// Converts calls to text and JSON; knows no rule itself. Several games can be open at once.
import { TextBuffer, type BufferExports, type Pointer } from './text-buffer';

export { RulesError } from './text-buffer';

/** The players by their colours, in the order in which they move. */
export const SIDES = ['b', 'w', 'r', 'g', 'y', 'p'] as const;
export type Side = (typeof SIDES)[number];

/** What stands on a cell: a player's marble, or one of nobody: neutral, central, fixed. */
export type Kind = Side | 'n' | 'c' | 'x';
export type Result = '*' | '1-0' | '0-1' | '1/2-1/2' | `0-0-${string}`;

export interface Cell {
    name: string;
    row: number;
    column: number;
    near: (string | null)[]; // by direction, anticlockwise from east
}

export interface Board {
    sides: [number, number, number];
    win: number; // marbles to eject by default
    cells: Cell[]; // in reading order, the top row first
}

export interface Position {
    text: string;
    marbles: Partial<Record<Kind, string[]>>; // the cells of each kind
    teams: string[]; // letters of the players: ['br', 'wg'], or ['b', 'w', 'r'] without teams
    turn: Side;
    ejected: number[]; // by each player
    quiet: number;
    ply: number;
    result: Result;
    reason: string;
}

export interface Move {
    text: string;
    tail: string; // in-line: the trailing marble
    broadside: boolean;
    ejects: boolean;
    from: string[];
    to: string[];
    pushed: string[];
    direction: number;
    steps: [string, string | null][]; // every marble that moves; null: off the board
}

/** The settings of a game; `text` has all of them, as the command line writes them. */
export interface GameRules {
    text: string;
    win: number;
    [setting: string]: string | number | boolean;
}

/** A setting of rules that is not a time: a number, or one of two words. */
export interface RulesSetting {
    name: string;
    text: string; // a label; with `needs` it follows the label of that setting
    forTwo: boolean; // does nothing in games for three and more
    least?: number;
    most?: number;
    choices?: [string, string]; // off and on
    needs?: string; // the setting without which this one does nothing
}

/** A named start position. */
export interface Layout {
    name: string;
    board: string; // "5x5x5"
    players: number;
    teams: boolean; // whether it has facing pairs
    special: boolean; // marbles of nobody stand on it, or it is the standard one turned
}

export interface LegalMoves {
    moves: Move[];
    lines: string[][]; // what may be selected: one to three marbles of the side to move, in a row
}

/** The exports of web/wasm/paua.c. */
interface Exports extends BufferExports {
    memory: WebAssembly.Memory;
    position_describe(buffer: Pointer): void;
    rules_describe(buffer: Pointer): void;
    layouts_list(buffer: Pointer): void;
    levels_list(buffer: Pointer): void;
    settings_list(buffer: Pointer): void;
    game_new(buffer: Pointer): Pointer;
    game_free(game: Pointer): void;
    game_check(buffer: Pointer, game: Pointer): void;
    game_play(buffer: Pointer, game: Pointer): void;
    game_leave(buffer: Pointer, game: Pointer): void;
    game_takeback(buffer: Pointer, game: Pointer): void;
    game_moves(buffer: Pointer, game: Pointer): void;
}

/** The compiled module, loaded once; it may have any number of games. */
export class RulesModule {
    private readonly text: TextBuffer;
    /** What each level of the computer does, from level 1: a sentence. */
    readonly levels: string[];
    /** The settings of rules in the order in which people read them. */
    readonly settings: RulesSetting[];

    private constructor(private readonly wasm: Exports) {
        this.text = new TextBuffer(wasm, wasm.memory);
        const list = <T>(run: (exports: Exports, buffer: Pointer) => void) => this.call<T>('', run);
        this.levels = list<{ levels: string[] }>((exports, buffer) =>
            exports.levels_list(buffer),
        ).levels;
        this.settings = list<{ settings: RulesSetting[] }>((exports, buffer) =>
            exports.settings_list(buffer),
        ).settings;
    }

    static async load(response: Response): Promise<RulesModule> {
        const { instance } = await WebAssembly.instantiateStreaming(response);
        return new RulesModule(instance.exports as unknown as Exports);
    }

    /** Board and marbles of a position's text or of a layout by name. */
    describePosition(text: string): { board: Board; position: Position } {
        return this.call(text, (wasm, buffer) => wasm.position_describe(buffer));
    }

    /** Every setting of rules as text, "course,win=3", on the board of a start position. */
    describeRules(start: string, text: string): GameRules {
        return this.call(`${start}\n${text}`, (wasm, buffer) => wasm.rules_describe(buffer));
    }

    layouts(): Layout[] {
        const run = (wasm: Exports, buffer: Pointer) => wasm.layouts_list(buffer);
        return this.call<{ layouts: Layout[] }>('', run).layouts;
    }

    /** A game from a start position. The caller frees it. */
    newGame(start: string, rules: GameRules): RulesGame {
        let game: Pointer = 0;
        const { board, position } = this.call<{ board: Board; position: Position }>(
            `${start}\n${rules.text}`,
            (wasm, buffer) => {
                game = wasm.game_new(buffer);
            },
        );
        return new RulesGame(this, game, board, position);
    }

    /** The size of the module's memory, which never shrinks. */
    get memoryBytes(): number {
        return this.wasm.memory.buffer.byteLength;
    }

    freeGame(game: Pointer): void {
        this.wasm.game_free(game);
    }

    /** Runs one call: text in, JSON out. Throws a RulesError where the answer is an error. */
    call<T>(argument: string, run: (wasm: Exports, buffer: Pointer) => void): T {
        return this.text.call(argument, (buffer) => run(this.wasm, buffer));
    }
}

/** One game: its position, legal moves, playing and taking back. */
export class RulesGame {
    constructor(
        private readonly module: RulesModule,
        private handle: Pointer,
        readonly board: Board,
        readonly start: Position,
    ) {}

    private call<T>(
        argument: string,
        run: (wasm: Exports, buffer: Pointer, game: Pointer) => void,
    ): T {
        const { handle } = this;
        if (!handle) throw new Error('the game was freed');
        return this.module.call(argument, (wasm, buffer) => run(wasm, buffer, handle));
    }

    play(text: string): { move: Move; position: Position } {
        return this.call(text, (wasm, buffer, game) => wasm.game_play(buffer, game));
    }

    /** The move in full, if it is legal; throws a RulesError with the reason otherwise. */
    check(text: string): Move {
        return this.call(text, (wasm, buffer, game) => wasm.game_check(buffer, game));
    }

    /** A player of three or more leaves: the position, in which nobody waits for that player. */
    leave(side: Side): Position {
        const run = (wasm: Exports, buffer: Pointer, game: Pointer) =>
            wasm.game_leave(buffer, game);
        return this.call<{ position: Position }>(side, run).position;
    }

    takeBack(): void {
        this.call('', (wasm, buffer, game) => wasm.game_takeback(buffer, game));
    }

    legalMoves(): LegalMoves {
        return this.call('', (wasm, buffer, game) => wasm.game_moves(buffer, game));
    }

    free(): void {
        this.module.freeGame(this.handle);
        this.handle = 0;
    }
}
