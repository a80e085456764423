// usePages: a list that the server gives in pages.
import { useRef, useState } from 'preact/hooks';
import { sendAwaited } from '../ui/late';
import { useAnswer } from './use-answer';

/**
 * The pages that have come: the first one as useAnswer() asks for it, another one with each
 * showMore(), which returns it, or null if it is not shown. A reload shows the first page alone
 * again. `request`: the page behind those that there are, at first none.
 */
export function usePages<Page>(
    key: string,
    request: (known: Page[], signal: AbortSignal) => Promise<Page>,
) {
    const { answer, error, reload } = useAnswer(key, (signal) => request([], signal));
    // These are of the list that begins with an answer, or of one before, which no longer counts.
    const [pages, setPages] = useState<Page[]>([]);
    const [failed, setFailed] = useState<{ answer: Page; error: unknown } | null>(null);
    const asking = useRef<Page | null>(null); // for more of the list that begins so
    const newest = useRef(answer);
    newest.current = answer;
    const shown = answer === null ? [] : pages[0] === answer ? pages : [answer];
    const showMore = async () => {
        if (answer === null || asking.current === answer) return null;
        asking.current = answer;
        setFailed(null);
        try {
            const page = await sendAwaited((end) => request(shown, end));
            if (newest.current !== answer) return null;
            setPages([...shown, page]);
            return page;
        } catch (error) {
            if (newest.current === answer) setFailed({ answer, error });
            return null;
        } finally {
            if (asking.current === answer) asking.current = null;
        }
    };
    const last = shown[shown.length - 1];
    const problem = failed?.answer === answer ? failed?.error : null;
    return { pages: shown, last, error: error ?? problem, showMore, reload };
}

/** The `before` of the next page; null: the first one. Not after a page whose `before` is null. */
export function beginOf(known: { before: number | null }[]): number | null {
    return known[known.length - 1]?.before ?? null;
}
