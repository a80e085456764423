// The rules of the game: the library's C code, compiled to WebAssembly. Nothing here knows a rule.

export type Side = 'b' | 'w';
export type Result = '*' | '1-0' | '0-1' | '1/2-1/2';

export interface Cell {
    name: string;
    row: number;
    column: number;
    near: (string | null)[]; // by direction, anticlockwise from east
}

export interface Board {
    sides: [number, number, number];
    win: number; // what people usually play to
    cells: Cell[]; // in reading order, the top row first
}

export interface Position {
    text: string;
    black: string[];
    white: string[];
    turn: Side;
    ejected: [number, number]; // by Black, by White
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

export interface Rules {
    win: number;
    stuck_loses: boolean;
    repetition: number;
    quiet: number;
    plies: number;
}

export interface Choice {
    moves: Move[];
    lines: string[][]; // rows of one to three marbles that may be held together
}

export class RulesError extends Error {
    constructor(
        readonly code: string,
        readonly at: number,
        message: string,
    ) {
        super(message);
    }
}

interface Exports {
    memory: WebAssembly.Memory;
    text(): number;
    text_size(): number;
    look(): void;
    open(win: number, repetition: number, stuck: number, quiet: number, plies: number): void;
    play(): void;
    check(): void;
    takeback(): void;
    moves(): void;
}

let wasm: Exports | undefined;

export async function loadRules(): Promise<void> {
    const { instance } = await WebAssembly.instantiateStreaming(fetch('/paua.wasm'));
    wasm = instance.exports as unknown as Exports;
}

function call<T>(argument: string, run: (wasm: Exports) => void): T {
    if (!wasm) throw new Error('the rules are not loaded');
    const bytes = new TextEncoder().encode(argument);
    if (bytes.length > wasm.text_size()) {
        throw new RulesError('PAUA_BAD_SYNTAX', 0, 'the text is too long');
    }
    const buffer = new Uint8Array(wasm.memory.buffer, wasm.text());
    buffer.set(bytes);
    buffer[bytes.length] = 0;
    run(wasm);
    const answer = new Uint8Array(wasm.memory.buffer, wasm.text());
    const json = JSON.parse(new TextDecoder().decode(answer.subarray(0, answer.indexOf(0))));
    if (json.error) throw new RulesError(json.error.code, json.error.at, json.error.message);
    return json as T;
}

/** A position by its text or the name of a layout, without touching the game. */
export function look(text: string): { board: Board; position: Position } {
    return call(text, (w) => w.look());
}

/** Starts the one game that the calls below are about. */
export function openGame(start: string, r: Rules): { board: Board; position: Position } {
    return call(start, (w) => w.open(r.win, r.repetition, r.stuck_loses ? 1 : 0, r.quiet, r.plies));
}

export function playMove(text: string): { move: Move; position: Position } {
    return call(text, (w) => w.play());
}

/** The move in full, if it is legal; throws a RulesError with the reason otherwise. */
export function checkMove(text: string): Move {
    return call(text, (w) => w.check());
}

export function takeBack(): void {
    call('', (w) => w.takeback());
}

export function legalMoves(): Choice {
    return call('', (w) => w.moves());
}
