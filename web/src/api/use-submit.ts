// useSubmit: what buttons and forms send, each thing once.
import { useState } from 'preact/hooks';
import { errorSentence } from './error-text';

/**
 * Sends requests; another press for the same `what` is dropped while the first one is on its way.
 * `say`: why one has failed, '' when the next one begins.
 */
export function useSubmit(say: (problem: string) => void, sentence = errorSentence) {
    const [sent] = useState(() => new Set<string>());
    return async (request: () => Promise<unknown>, what = ''): Promise<void> => {
        if (sent.has(what)) return;
        sent.add(what);
        say('');
        try {
            await request();
        } catch (error) {
            say(sentence(error));
        }
        sent.delete(what);
    };
}
