// Errors as sentences for the reader.
import { RulesError } from '../rules/rules';
import { capital } from '../ui/text';
import { ApiError, NO_SESSION } from './client';
import { isTransient } from './retry';
import { SIGNED_OUT } from './signed-in';

/** A message without the numbers of rules, such as (R7), which the page does not explain. */
function plainMessage(message: string): string {
    return message.replace(/ \(R\d+\)/g, '');
}

const OFFLINE = 'You are offline.';
const UNREACHABLE = "Can't reach the server. Is it running?";

/** Whether a sentence of errorSentence() says that there is no connection, and nothing else. */
export function isOutage(sentence: string): boolean {
    return sentence === OFFLINE || sentence === UNREACHABLE;
}

/** What follows the sentence of an error where the request is repeated: see retry(). */
export function retryText(error: unknown): string {
    return error instanceof ApiError && isTransient(error) ? 'Trying again.' : '';
}

/**
 * The sentence for any error. Nearly all calls are about a game; what is about somebody or
 * something else words "not found" (404) itself.
 */
export function errorSentence(error: unknown): string {
    if (error instanceof RulesError) return `${capital(plainMessage(error.message))}.`;
    if (error instanceof ApiError) {
        if (error.status === 0)
            return globalThis.navigator?.onLine === false ? OFFLINE : UNREACHABLE;
        if (error.status === 404) return 'Game not found.';
        if (NO_SESSION.includes(error.code)) return SIGNED_OUT;
        if (error.code === 'too_many') return 'Too many requests. Please wait a moment.';
        if (error.code === 'storage') return "The server couldn't save that. Please try again.";
        return capital(plainMessage(error.message));
    }
    return 'Something went wrong. Try reloading the page.';
}
