// The messages between the page and the engine's workers.
import type { AnalysisLine } from '../api/client';
import type { Pointer } from '../rules/text-buffer';
import type { Task } from './instance';

/** The worker becomes the engine. Several threads share `memory` and `wanted`; else null. */
export interface Begin {
    type: 'begin';
    module: WebAssembly.Module;
    memory: WebAssembly.Memory | null;
    wanted: Int32Array | null; // the number of the task that is wanted
    threads: number;
}

/** The worker becomes a helper thread. */
export interface Help {
    type: 'help';
    module: WebAssembly.Module;
    memory: WebAssembly.Memory;
    stack: Pointer;
}

export interface Analyse {
    type: 'analyse';
    number: number; // of the task
    task: Task;
}

export type ToWorker = Begin | Help | Analyse;

export type FromWorker =
    | { type: 'ready'; stacks: Pointer[] } // of the helpers
    | { type: 'flag'; number: number; at: Pointer } // where a byte ends the search of a task
    | { type: 'line'; number: number; line: AnalysisLine }
    | { type: 'end'; number: number }
    | { type: 'refused'; number: number; code: string; column: number; message: string }
    | { type: 'failed'; message: string }; // the worker is of no use any more
