// useAnswer: what the server answers to what a page asks when it opens.
import { useEffect, useState } from 'preact/hooks';
import type { Request } from '../ui/late';
import { retry } from './retry';
import { useEffectEvent } from '../ui/use-effect-event';

/**
 * Asks once, and anew when `key` changes, until the server answers. `error`: why there is no answer
 * yet, or never. `reload` asks again; until then the answer that there is stays.
 */
export function useAnswer<T>(key: string, request: Request<T>) {
    const [answer, setAnswer] = useState<T | null>(null);
    const [error, setError] = useState<unknown>(null);
    const [times, setTimes] = useState(0); // that it was asked again
    const ask = useEffectEvent(request);
    useEffect(() => {
        setAnswer(null);
        setError(null);
    }, [key]);
    useEffect(() => {
        const left = new AbortController();
        const { signal } = left;
        const onAnswer = (answer: T) => {
            if (signal.aborted) return;
            setAnswer(answer);
            setError(null);
        };
        retry(ask, signal, setError).then(onAnswer, (error: unknown) => {
            if (!signal.aborted) setError(error);
        });
        return () => left.abort();
    }, [key, times, ask]);
    return { answer, error, setAnswer, reload: () => setTimes((known) => known + 1) };
}
