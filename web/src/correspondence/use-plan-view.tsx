// usePlanView: hands the board to the planning of answers, and takes it back.
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { ANY_MOVE, after, isOwn, toEnd } from './conditional';
import { latestOf } from '../game/state';
import type { PlanView } from './plan-view';
import { lookBehind, planned, sideAt } from './planning';
import { useRules } from '../rules/context';
import { Problem } from '../ui/status';
import type { GameState, Session } from '../game/session';
import { colourName } from '../rules/text';
import { promptText, type PlannedAnswers } from './use-planning';
import { useEffectEvent } from '../ui/use-effect-event';

export function usePlanView(
    session: Session,
    state: GameState,
    answers: PlannedAnswers,
    onPlan: (view: PlanView | null) => void,
): void {
    const rules = useRules();
    const { path, tree, order, goTo } = answers;
    const position = useMemo(
        () => path && planned(session, rules, path, state),
        [path, session, rules, state],
    );
    const own = state.seats.mine[0]!;
    const leave = () => {
        goTo(null);
        focusBoard();
    };
    const view = (): PlanView | null => {
        if (!path || !position) return null;
        const { entries, legal } = position;
        const begun = state.entries.length - 1;
        const line = toEnd(tree, path);
        const plan = (move: string) => {
            const next = [...path, move];
            if (!after(tree, path).some((each) => each.move === move)) void answers.add(next);
            goTo(next);
        };
        const check = (text: string) =>
            lookBehind(session, rules, path, (game) => game.check(text));
        const mine = isOwn(path.length, order);
        const prompt = promptText(state, own, path.length);
        return {
            head: (
                <PlanHead
                    {...answers}
                    prompt={prompt}
                    mine={mine}
                    onAny={() => plan(ANY_MOVE)}
                    onLeave={leave}
                />
            ),
            entries,
            replay: {
                at: begun + path.length,
                last: begun + line.length,
                live: true,
                entry: latestOf(entries),
                goTo: (to) => goTo(line.slice(0, Math.max(0, Math.min(line.length, to - begun)))),
            },
            legal,
            label: `Board, planning ${prompt}`,
            whyNotPick: (kind) => {
                if (!legal) return 'Nothing more can be planned here.';
                const side = colourName(sideAt(state, path.length));
                return kind === 'x' ? 'Fixed marbles never move.' : `Plan ${prompt}, ${side}.`;
            },
            check,
            onMove: ({ text }) => plan(text),
            onText: (text) => plan(text === ANY_MOVE && !mine ? text : check(text).text),
            leave,
        };
    };
    const { changed, problem } = answers;
    const planning = path !== null;
    const showPlan = useEffectEvent(() => onPlan(view()));
    useLayoutEffect(() => showPlan(), [path, tree, position, changed, problem, showPlan]);
    useLayoutEffect(() => () => onPlan(null), [onPlan]);
    useEscape(planning, leave);
    useEffect(() => {
        if (planning) focusBoard();
    }, [planning]);
}

/** Puts the keyboard's focus on the board, which is then in view. */
function focusBoard(): void {
    document.querySelector('.table')?.scrollIntoView({ block: 'nearest' });
    document
        .querySelector<SVGElement>('.board .cell[tabindex="0"]')
        ?.focus({ preventScroll: true });
}

function useEscape(active: boolean, leave: () => void): void {
    useLayoutEffect(() => {
        if (!active) return;
        const onKeyDown = (event: KeyboardEvent) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            if (!document.querySelector('dialog[open]')) leave();
        };
        addEventListener('keydown', onKeyDown);
        return () => removeEventListener('keydown', onKeyDown);
    });
}

type PlanHeadProps = PlannedAnswers & {
    prompt: string;
    mine: boolean;
    onAny: () => void;
    onLeave: () => void;
};

/** The line above the board. */
function PlanHead({ path, problem, changed, save, prompt, mine, onAny, onLeave }: PlanHeadProps) {
    return (
        <div class="plan-head" role="group" aria-label="Planning">
            <p>
                <b>Planning</b> {prompt}
                {path?.includes(ANY_MOVE) && <span class="fine"> (any move: not shown)</span>}
            </p>
            <button disabled={mine} onClick={onAny}>
                Any move
            </button>
            <button class="primary" disabled={!changed} onClick={() => void save()}>
                Save
            </button>
            <button title="Escape" onClick={onLeave}>
                Leave
            </button>
            <Problem>{problem}</Problem>
        </div>
    );
}
