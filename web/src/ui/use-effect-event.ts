// useEffectEvent: what an effect does when its dependencies change, with the values of the latest
// rendering, on which it does not depend (as React's hook of this name).
import { useCallback, useRef } from 'preact/hooks';

/** A function that stays the same and calls the newest `callback`. */
export function useEffectEvent<Args extends unknown[], Answer>(
    callback: (...args: Args) => Answer,
): (...args: Args) => Answer {
    const newest = useRef(callback);
    newest.current = callback;
    return useCallback((...args: Args) => newest.current(...args), []);
}
