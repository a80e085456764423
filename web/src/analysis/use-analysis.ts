// useAnalysis: the analysis of the position in view and the review of a finished game, while open.
import { useEffect, useRef, useState } from 'preact/hooks';
import { mayAnalyse, NO_REVIEW, type Analysis, type Review } from './analysis';
import { isOver, type Entry, type GameState } from '../game/session';
import { errorSentence, retryText } from '../api/error-text';
import { useEffectEvent } from '../ui/use-effect-event';

interface Found {
    entry: Entry;
    analysis: Analysis | null;
    problem: string;
}

/** `at` is the number of moves before the position in view. */
export function useAnalysis(state: GameState, at: number) {
    const [wanted, setOpen] = useState(false);
    const allowed = mayAnalyse(state);
    const open = wanted && allowed;
    return {
        allowed,
        open,
        setOpen,
        ...usePositionAnalysis(state, at, open),
        review: useReview(state, open && isOver(state) && state.game.id !== ''),
    };
}

export type AnalysisView = ReturnType<typeof useAnalysis>;

const problemText = (error: unknown) => `${errorSentence(error)} ${retryText(error)}`;

/** The analysis of one position; complete ones are kept. */
function usePositionAnalysis(state: GameState, at: number, open: boolean) {
    const complete = useRef(new Map<Entry, Analysis>());
    const [found, setFound] = useState<Found | null>(null);
    const entry = state.entries[at]!;
    const { position } = entry;
    const ended = position.result !== '*';
    const analyse = useEffectEvent(
        async (
            signal: AbortSignal,
            onUpdate: (update: Analysis) => void,
            onFailure: (error: unknown) => void,
        ) => {
            const { analysisRequest, fetchAnalysis } = await import('./parts');
            const request = analysisRequest(state, at);
            await fetchAnalysis(request, position, signal, onUpdate, onFailure);
        },
    );
    useEffect(() => {
        if (!open || ended) return;
        const analysis = complete.current.get(entry);
        if (analysis) {
            setFound({ entry, analysis, problem: '' });
            return;
        }
        const left = new AbortController();
        const onUpdate = (update: Analysis) => {
            if (update.complete) complete.current.set(entry, update);
            setFound({ entry, analysis: update, problem: '' });
        };
        const onFailure = (error: unknown) =>
            setFound({ entry, analysis: null, problem: problemText(error) });
        analyse(left.signal, onUpdate, onFailure).catch(onFailure);
        return () => left.abort();
    }, [entry, open, ended, analyse]);
    const current = open && !ended && found?.entry === entry ? found : null;
    return { analysis: current?.analysis ?? null, problem: current?.problem ?? '', ended };
}

/** The review of a finished game. */
function useReview(state: GameState, wanted: boolean): Review | null {
    const [review, setReview] = useState<Review | null>(null);
    const { id } = state.game;
    const total = state.entries.length - 1;
    useEffect(() => {
        if (!wanted) return;
        const left = new AbortController();
        const onFailure = (error: unknown) => {
            const problem = problemText(error);
            setReview((known) => ({ ...(known ?? { ...NO_REVIEW, total }), problem }));
        };
        import('./parts')
            .then((parts) => parts.fetchReview(id, total, left.signal, setReview, onFailure))
            .catch(onFailure);
        return () => left.abort();
    }, [id, wanted, total]);
    return wanted ? review : null;
}
