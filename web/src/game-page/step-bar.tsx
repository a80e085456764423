// The buttons that step through a game, and the one that opens its analysis. All of them stay where
// they are, whatever happens in the game.
import { Icon } from '../ui/icons';
import type { AnalysisView } from '../analysis/use-analysis';
import type { Replay } from '../game/use-game';

export function StepBar({ replay, analysis }: { replay: Replay; analysis: AnalysisView }) {
    return (
        <div class="steps card" role="group" aria-label="Steps">
            <StepButtons replay={replay} />
            <button
                class="analyse"
                aria-pressed={analysis.open}
                disabled={!analysis.allowed}
                title={analysis.allowed ? undefined : 'After the game'}
                onClick={() => analysis.setOpen(!analysis.open)}
            >
                <Icon name="analyse" /> Analyse
            </button>
        </div>
    );
}

export function StepButtons({ replay: { at, last, goTo } }: { replay: Replay }) {
    const button = (label: string, icon: 'first' | 'back' | 'next' | 'last', to: number) => (
        <button
            aria-label={label}
            title={label}
            disabled={Math.max(0, Math.min(last, to)) === at}
            onClick={() => goTo(to)}
        >
            <Icon name={icon} />
        </button>
    );
    return (
        <>
            {button('First position', 'first', 0)}
            {button('Previous move', 'back', at - 1)}
            <span class="count">
                {at} of {last}
            </span>
            {button('Next move', 'next', at + 1)}
            {button('Latest move', 'last', last)}
        </>
    );
}
