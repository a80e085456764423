// A worker of the engine: the thread that searches, or one that helps it.
import { RulesError } from '../rules/text-buffer';
import { EngineInstance, helpEngine, newMemory } from './instance';
import type { Analyse, Begin, FromWorker, ToWorker } from './messages';

interface WorkerScope {
    onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
    postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as WorkerScope;
const send = (message: FromWorker) => scope.postMessage(message);

let engine: EngineInstance | null = null;
let wanted: Int32Array | null = null;

function begin({ module, memory, wanted: number, threads }: Begin): void {
    engine = new EngineInstance(module, memory ?? newMemory(false), threads);
    wanted = number;
    const stacks: number[] = [];
    for (let helper = 1; helper < threads; helper++) stacks.push(engine.newStack());
    send({ type: 'ready', stacks });
}

function analyse({ number, task }: Analyse): void {
    let flag = 0;
    try {
        engine!.analyse(task, {
            onLine: (line) => send({ type: 'line', number, line }),
            isWanted: (at) => {
                if (at !== flag) send({ type: 'flag', number, at });
                flag = at;
                return !wanted || Atomics.load(wanted, 0) === number;
            },
        });
        send({ type: 'end', number });
    } catch (error) {
        if (!(error instanceof RulesError)) throw error;
        const { code, column, message } = error;
        send({ type: 'refused', number, code, column, message });
    }
}

scope.onmessage = ({ data }) => {
    try {
        if (data.type === 'begin') begin(data);
        else if (data.type === 'help') helpEngine(data.module, data.memory, data.stack);
        else analyse(data);
    } catch (error) {
        send({ type: 'failed', message: String(error) });
    }
};
