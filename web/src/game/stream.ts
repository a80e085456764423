// Follows the stream of events of a game, connecting anew as needed.
import { ApiError } from '../api/client';
import type { waitForRetry } from '../ui/wait';

const RETRY_MS = [300, 4000] as const; // the first wait, the longest; doubled in between

interface Following {
    /** Reads until the connection ends or is aborted, to be followed by another one at once. */
    read: (connection: AbortController, onOpen: () => void) => Promise<void>;
    wait: typeof waitForRetry;
    onOpen: () => void;
    onBreak: () => void;
    onGone: () => void; // there is no such game any more
}

export async function followStream(end: AbortSignal, following: Following): Promise<void> {
    const { read, wait, onOpen, onBreak, onGone } = following;
    const [first, longest] = RETRY_MS;
    for (let ms: number = first; !end.aborted; ms = Math.min(ms * 2, longest)) {
        const connection = new AbortController();
        const stop = () => connection.abort();
        end.addEventListener('abort', stop, { signal: connection.signal });
        try {
            await read(connection, () => {
                ms = first / 2; // soon again if a stream that was open breaks
                onOpen();
            });
        } catch (error) {
            if (error instanceof ApiError && error.status === 404) return onGone();
        }
        if (end.aborted) return;
        if (connection.signal.aborted) continue;
        onBreak();
        await wait(ms, end);
    }
}
