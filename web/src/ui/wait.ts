// Waiting before a retry.

/** The first wait, the longest; doubled in between. */
export const RETRY_MS = [500, 5000] as const;

/** Waits `ms`, or less: until the network or the reader is back, or the signal. */
export function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
        const done = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', done);
            removeEventListener('online', done);
            document.removeEventListener('visibilitychange', done);
            resolve();
        };
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', done);
        addEventListener('online', done);
        document.addEventListener('visibilitychange', done);
    });
}
