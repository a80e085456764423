// usePages: a list that the server gives in pages.
import { useRef, useState } from 'preact/hooks';
import { sendAwaited } from '../ui/late';
import { useAnswer } from './use-answer';

/**
 * The pages that have come: the first one as useAnswer() asks for it, another one with each
 * showMore(). `request`: the page behind those that there are, at first none.
 */
export function usePages<Page>(
    key: string,
    request: (known: Page[], signal: AbortSignal) => Promise<Page>,
) {
    const { answer, error, reload } = useAnswer(key, (signal) => request([], signal));
    const [pages, setPages] = useState<Page[]>([]); // of one list, or of one before
    const [problem, setProblem] = useState<unknown>(null); // of showMore()
    const asking = useRef(false);
    const shown = answer === null ? [] : pages[0] === answer ? pages : [answer];
    const showMore = async () => {
        if (asking.current || answer === null) return null;
        asking.current = true;
        setProblem(null);
        try {
            const page = await sendAwaited((end) => request(shown, end));
            setPages([...shown, page]);
            return page;
        } catch (error) {
            setProblem(error);
            return null;
        } finally {
            asking.current = false;
        }
    };
    const last = shown[shown.length - 1];
    return { pages: shown, last, error: error ?? problem, showMore, reload };
}

/** Where the page behind these begins, in a list whose pages say so; null: at the beginning. */
export function beginOf(known: { before: number | null }[]): number | null {
    return known[known.length - 1]?.before ?? null;
}
