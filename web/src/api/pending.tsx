// What stands where an answer of the server is to stand: that it is on its way, or why it does not
// come.
import { Problem } from '../ui/status';
import { errorSentence, retryText } from './error-text';

interface PendingProps {
    answer: unknown; // null, or none yet: it has not come
    error: unknown; // null: nothing has gone wrong
    sentence?: (error: unknown) => string;
}

/** Nothing while all is well. "Loading" is seen after a second. */
export function Pending({ answer, error, sentence = errorSentence }: PendingProps) {
    const waits = !error && (answer === null || answer === undefined);
    return (
        <>
            <Problem>{error !== null && `${sentence(error)} ${retryText(error)}`}</Problem>
            {waits && <p class="late muted">Loading</p>}
        </>
    );
}
