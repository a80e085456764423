// A small picture of a position, in four shapes.
import { useMemo } from 'preact/hooks';
import { frameOf } from './geometry';
import { useRules } from './rules-context';

function discs(points: { x: number; y: number }[], r: number): string {
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
        const { board, position: p } = rules.describePosition(position);
        const frame = frameOf(board, false);
        const cells = new Map(
            board.cells.map((cell) => [cell.name, frame.at(cell.row, cell.column)]),
        );
        const of = (names: string[]) => names.map((name) => cells.get(name)!);
        return {
            frame,
            holes: discs([...cells.values()], 0.4),
            black: discs(of(p.black), 0.43),
            white: discs(of(p.white), 0.43),
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
            <path class="body b" d={shapes.black} />
            <path class="body w" d={shapes.white} />
        </svg>
    );
}
