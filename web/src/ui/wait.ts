// Waiting before something is tried again.

/** Waits before a retry: `ms`, or until the network or the reader is back. */
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
