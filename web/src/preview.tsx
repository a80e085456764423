// A small picture of a position, in a few SVG shapes so that a page can show many.
import { useMemo } from 'preact/hooks';
import { layOutBoard, type Point } from './geometry';
import { useRules } from './rules-context';

/** The path of discs around these points. */
function discs(points: Point[], r: number): string {
    const n = (value: number) => Number(value.toFixed(2));
    return points
        .map(
            ({ x, y }) =>
                `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
        )
        .join('');
}

export function Preview({ position }: { position: string }) {
    const rules = useRules();
    const shapes = useMemo(() => {
        const { board, position: described } = rules.describePosition(position);
        const { marbles } = described;
        const frame = layOutBoard(board, 0);
        const holes = board.cells.map((cell) => frame.point(cell.name));
        return {
            frame,
            holes: discs(holes, 0.4),
            kinds: Object.entries(marbles).map(
                ([kind, cells]) => [kind, discs(cells.map(frame.point), 0.43)] as const,
            ),
        };
    }, [rules, position]);
    const { frame } = shapes;
    const margin = 0.95;
    const box = [
        frame.left - margin,
        frame.top - margin,
        frame.width + 2 * margin,
        frame.height + 2 * margin,
    ];
    return (
        <svg class="preview" viewBox={box.join(' ')} aria-hidden="true">
            <polygon class="field" points={frame.outline} stroke-width={1.7} />
            <path class="holes" d={shapes.holes} />
            {shapes.kinds.map(([kind, d]) => d && <path key={kind} class={`body ${kind}`} d={d} />)}
        </svg>
    );
}
