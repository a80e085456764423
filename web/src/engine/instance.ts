// An instance of the engine's module (web/wasm/engine.c), in any thread: its imports, and calls.
import { TextBuffer, type BufferExports, type Pointer } from '../rules/text-buffer';
import type { AnalysisLine } from '../api/client';

const PAGE_BYTES = 65536;
// Of cmake/wasm.cmake: the memory that a module begins with, and the most that it may have.
const FIRST_BYTES = 8 << 20;
const MOST_BYTES = 128 << 20;

export const TT_BYTES = 16 << 20;

/** What ends an analysis; 0: no limit of that kind. */
export interface Limits {
    depth: number; // plies
    nodes: number;
    time: number; // milliseconds
    lines: number; // best lines, from 1
}

/** What to analyse. */
export interface Task {
    position: string; // the start position
    rules: string; // as text
    moves: string[]; // since then
    limits: Limits;
    afresh: boolean; // forget first what was learned: the same task then has the same lines
}

export interface Caller {
    onLine: (line: AnalysisLine) => void;
    isWanted: (stopFlag: Pointer) => boolean;
}

interface Exports extends BufferExports {
    __stack_pointer?: WebAssembly.Global; // of the module for several threads
    engine_new(ttBytes: number, threads: number): Pointer;
    engine_stop_flag(engine: Pointer): Pointer;
    engine_analyse(
        engine: Pointer,
        buffer: Pointer,
        depth: number,
        nodes: number,
        time: number,
        lines: number,
        afresh: number,
    ): void;
    helper_stack(): Pointer;
    helper_run(): void;
}

export function newMemory(shared: boolean): WebAssembly.Memory {
    return new WebAssembly.Memory({
        initial: FIRST_BYTES / PAGE_BYTES,
        maximum: MOST_BYTES / PAGE_BYTES,
        shared,
    });
}

/** What the modules import: the memory, the clock, and two calls back during an analysis. */
function importsOf(
    memory: WebAssembly.Memory,
    caller: () => Caller | null,
    stopFlag: () => Pointer,
) {
    const decoder = new TextDecoder();
    return {
        env: { memory },
        page: {
            on_line(text: Pointer, length: number) {
                const bytes = new Uint8Array(memory.buffer).slice(text, text + length);
                caller()?.onLine(JSON.parse(decoder.decode(bytes)) as AnalysisLine);
            },
            is_wanted: () => (caller()?.isWanted(stopFlag()) ? 1 : 0),
        },
        wasi_snapshot_preview1: {
            clock_time_get(_clock: number, _precision: bigint, out: Pointer) {
                const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
                new DataView(memory.buffer).setBigUint64(out, nanoseconds, true);
                return 0;
            },
        },
    };
}

/** An engine. Its calls keep their thread busy until they end. */
export class EngineInstance {
    private readonly wasm: Exports;
    private readonly buffer: TextBuffer;
    private readonly engine: Pointer;
    private caller: Caller | null = null;

    /** Of the module for one thread, or of that for several and shared memory. */
    constructor(module: WebAssembly.Module, memory: WebAssembly.Memory, threads: number) {
        const imports = importsOf(
            memory,
            () => this.caller,
            () => this.wasm.engine_stop_flag(this.engine),
        );
        const { exports } = new WebAssembly.Instance(module, imports);
        this.wasm = exports as unknown as Exports;
        this.buffer = new TextBuffer(this.wasm, memory);
        this.engine = this.wasm.engine_new(TT_BYTES, threads);
        if (!this.engine) throw new Error('the engine is out of memory');
    }

    /** A stack for a helper. */
    newStack(): Pointer {
        return this.wasm.helper_stack();
    }

    /**
     * Analyses a position. The caller gets the lines, and is asked now and then whether they are
     * still wanted; on shared memory a byte other than 0 at the stop flag ends the search at once.
     * Throws a RulesError where the task is not a position of a game.
     */
    analyse(task: Task, caller: Caller): void {
        const { depth, nodes, time, lines } = task.limits;
        const text = [task.position, task.rules, task.moves.join(' ')].join('\n');
        this.caller = caller;
        try {
            this.buffer.call(text, (buffer) =>
                this.wasm.engine_analyse(
                    this.engine,
                    buffer,
                    depth,
                    nodes,
                    time,
                    lines,
                    task.afresh ? 1 : 0,
                ),
            );
        } finally {
            this.caller = null;
        }
    }
}

/** Lends this thread to the engine of another instance on the same memory. Does not return. */
export function helpEngine(
    module: WebAssembly.Module,
    memory: WebAssembly.Memory,
    stack: Pointer,
): void {
    const imports = importsOf(
        memory,
        () => null,
        () => 0,
    );
    const { exports } = new WebAssembly.Instance(module, imports);
    const wasm = exports as unknown as Exports;
    wasm.__stack_pointer!.value = stack;
    wasm.helper_run();
}
