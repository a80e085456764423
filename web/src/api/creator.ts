// Creates games and tournaments: where the answer does not come, the request is sent again, and the
// server makes no second one.
import { sendAwaited } from '../ui/late';
import { ApiError } from './client';
import { makeKey } from './storage';
import { isUnreachable, withTimeout } from './retry';

/**
 * Creates things by the button of a form, each once: also where the reader tries the same one
 * again. `id`: by which the server makes no second one.
 */
export function creator<Content, Created>(
    post: (content: Content, id: string, signal: AbortSignal) => Promise<Created>,
): (content: Content) => Promise<Created> {
    let known = '';
    let id = '';
    return async (content) => {
        const text = JSON.stringify(content);
        if (text !== known) id = makeKey();
        known = text;
        const created = await sendAwaited(async (end) => {
            const send = () => withTimeout((signal) => post(content, id, signal), end);
            return send().catch((error: unknown) => {
                if (error instanceof ApiError && isUnreachable(error) && !end.aborted)
                    return send();
                throw error;
            });
        });
        known = '';
        return created;
    };
}
