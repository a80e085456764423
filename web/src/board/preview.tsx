// A small picture of a position, in a few SVG shapes so that a page can show many.
import { useMemo } from 'preact/hooks';
import { layOutBoard, type Point } from './geometry';
import { hasMark, Mark } from './marble-shape';
import type { Kind } from '../rules/rules';
import { useRules } from '../rules/context';

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
            kinds: Object.entries(marbles).map(([kind, cells]) => {
                const points = cells.map(frame.point);
                return { kind: kind as Kind, points, d: discs(points, 0.43) };
            }),
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
            {shapes.kinds.map(({ kind, points, d }) => (
                <g key={kind}>
                    {d && <path class={`body ${kind}`} d={d} />}
                    {hasMark(kind) &&
                        points.map(({ x, y }) => (
                            <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
                                <Mark kind={kind} />
                            </g>
                        ))}
                </g>
            ))}
        </svg>
    );
}
