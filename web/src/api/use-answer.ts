// useAnswer: what the server answers to what a page asks when it opens.
import { useEffect, useState } from 'preact/hooks';
import { repeat, type Request } from './tries';
import { useEffectEvent } from '../ui/use-effect-event';

/**
 * Asks once, and anew when `key` changes, until the server answers. `error`: why there is no answer
 * yet, or never.
 */
export function useAnswer<T>(key: string, request: Request<T>) {
    const [answer, setAnswer] = useState<T | null>(null);
    const [error, setError] = useState<unknown>(null);
    const ask = useEffectEvent(request);
    useEffect(() => {
        const left = new AbortController();
        const show = (newAnswer: T | null, newError: unknown) => {
            if (left.signal.aborted) return;
            setAnswer(newAnswer);
            setError(newError);
        };
        show(null, null);
        repeat(ask, left.signal, setError).then(
            (answer) => show(answer, null),
            (error: unknown) => show(null, error),
        );
        return () => left.abort();
    }, [key, ask]);
    return { answer, error };
}
