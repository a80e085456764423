// The engine in the browser: WebAssembly in workers, several of them on one table where the page is
// cross-origin isolated. The page itself never waits for it.
import { RulesError, type Pointer } from '../rules/text-buffer';
import type { AnalysisLine } from '../api/client';
import { newMemory, type Task } from './instance';
import type { FromWorker, ToWorker } from './messages';

const THREADS_MAX = 4;

/** The engine cannot run here: an old browser, no memory, or a file that cannot be loaded. */
export class EngineError extends Error {}

/** A task while it runs, and what ends it. */
interface Running {
    number: number;
    onLine: (line: AnalysisLine) => void;
    resolve: () => void;
    reject: (error: Error) => void;
    ended: () => Promise<void>; // waits for the end, whatever it is
    flag: Pointer; // where a byte ends it; 0: not known yet
    stopped: boolean;
}

function threadCount(): number {
    if (!globalThis.crossOriginIsolated) return 1;
    return Math.max(1, Math.min(THREADS_MAX, (navigator.hardwareConcurrency || 1) - 1));
}

async function loadModule(threads: number): Promise<WebAssembly.Module> {
    const name = threads > 1 ? '/engine-shared.wasm' : '/engine.wasm';
    try {
        return await WebAssembly.compileStreaming(fetch(name));
    } catch (error) {
        throw new EngineError(`The engine cannot be loaded: ${String(error)}`);
    }
}

/**
 * An engine of this page. It does one task at a time: the next one ends the one before. Workers
 * start with the first task, and again after a failure.
 */
export class Engine {
    private workers: Worker[] = [];
    private running: Running | null = null;
    private tasks = 0;
    private memory: WebAssembly.Memory | null = null;
    private wanted: Int32Array | null = null;
    private ready: Promise<void> | null = null;
    private onReady: { resolve: () => void; reject: (error: Error) => void } | null = null;

    private constructor(
        private readonly module: WebAssembly.Module,
        /** Threads that search. */
        readonly threads: number,
    ) {}

    /** Loads the engine. Throws an EngineError where it cannot run. */
    static async load(threads = threadCount()): Promise<Engine> {
        if (typeof Worker !== 'function') throw new EngineError('The browser has no workers.');
        return new Engine(await loadModule(threads), threads);
    }

    /**
     * Analyses a position, line by line, until its limits or an abort end it. Rejects with a
     * RulesError where the task is not a position of a game, and with an EngineError where the
     * engine has failed; the next call starts it anew.
     */
    async analyse(
        task: Task,
        signal: AbortSignal,
        onLine: (line: AnalysisLine) => void,
    ): Promise<void> {
        const number = ++this.tasks;
        await this.stop();
        await (this.ready ??= this.start());
        if (signal.aborted || number !== this.tasks) return;
        if (this.wanted) Atomics.store(this.wanted, 0, number);
        const onAbort = () => void this.stop();
        signal.addEventListener('abort', onAbort);
        const done = new Promise<void>((resolve, reject) => {
            const ended = () => done.catch(() => {});
            this.running = { number, onLine, resolve, reject, ended, flag: 0, stopped: false };
        });
        this.post(this.workers[0]!, { type: 'analyse', number, task });
        await done.finally(() => signal.removeEventListener('abort', onAbort));
    }

    /** Ends the workers, and a task that runs. */
    close(): void {
        for (const worker of this.workers) worker.terminate();
        this.workers = [];
        this.memory = this.wanted = this.ready = null;
        const { running, onReady } = this;
        this.running = this.onReady = null;
        onReady?.reject(new EngineError('The engine was closed.'));
        running?.resolve();
    }

    private post(worker: Worker, message: ToWorker): void {
        worker.postMessage(message);
    }

    private newWorker(): Worker {
        const worker = new Worker('/engine-worker.js');
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
        worker.onerror = (event) => {
            event.preventDefault();
            this.fail(event.message || 'its worker cannot be loaded');
        };
        this.workers.push(worker);
        return worker;
    }

    private start(): Promise<void> {
        const { module, threads } = this;
        return new Promise((resolve, reject) => {
            this.onReady = { resolve, reject };
            if (threads > 1) {
                this.memory = newMemory(true);
                this.wanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
            }
            const { memory, wanted } = this;
            this.post(this.newWorker(), { type: 'begin', module, memory, wanted, threads });
        });
    }

    /** Ends the running task: sets the stop flag, or ends the worker where there is none. */
    private async stop(): Promise<void> {
        const { running } = this;
        if (!running) return;
        if (!this.wanted) {
            this.close();
            return;
        }
        running.stopped = true;
        Atomics.store(this.wanted, 0, 0);
        this.raiseFlag(running);
        await running.ended();
    }

    private raiseFlag({ flag }: Running): void {
        if (flag) Atomics.store(new Uint8Array(this.memory!.buffer), flag, 1);
    }

    private fail(message: string): void {
        const error = new EngineError(`The engine has stopped: ${message}`);
        const { running, onReady } = this;
        this.running = this.onReady = null;
        this.close();
        onReady?.reject(error);
        running?.reject(error);
    }

    private receive(message: FromWorker): void {
        const { running } = this;
        if (message.type === 'ready') {
            const { module, memory } = this;
            for (const stack of message.stacks)
                this.post(this.newWorker(), { type: 'help', module, memory: memory!, stack });
            this.onReady?.resolve();
            this.onReady = null;
            return;
        }
        if (message.type === 'failed') {
            this.fail(message.message);
            return;
        }
        if (message.number !== running?.number) return;
        if (message.type === 'line') {
            if (!running.stopped) running.onLine(message.line);
        } else if (message.type === 'flag') {
            running.flag = message.at;
            if (running.stopped) this.raiseFlag(running);
        } else {
            this.running = null;
            if (message.type === 'end') running.resolve();
            else running.reject(new RulesError(message.code, message.column, message.message));
        }
    }
}
