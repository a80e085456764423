// Trays: the marbles that each player has ejected, by colour. A position only counts them.
import { ejectedMarble, type Marble } from './movement';
import { SIDES, type Kind, type Move, type Position, type Side } from '../rules/rules';
import { other } from '../rules/text';

/** For each player the marbles in the order of their ejection; null: of an unknown opponent. */
export type Trays = Partial<Record<Side, (Kind | null)[]>>;

export function traysOf({ ejected }: Position): Trays {
    const unknown = (side: Side) => (ejected.length === 2 ? other(side) : null);
    return Object.fromEntries(
        ejected.map((count, i) => {
            const side = SIDES[i]!;
            return [side, Array<Kind | null>(count).fill(unknown(side))] as const;
        }),
    );
}

/** The trays after a move; marbles of nobody score for nobody. */
export function moveTrays(
    trays: Trays,
    marbles: readonly Marble[],
    move: Move,
    mover: Side,
): Trays {
    const kind = ejectedMarble(marbles, move)?.kind;
    if (!kind || !(SIDES as readonly Kind[]).includes(kind)) return trays;
    return { ...trays, [mover]: [...(trays[mover] ?? []), kind] };
}

/** What counts towards a win: the marbles that the player's team has ejected. */
export function scoreOf({ ejected, teams }: Position, side: Side): number {
    const team = teams.find((letters) => letters.includes(side)) ?? side;
    return [...team].reduce((sum, one) => sum + (ejected[SIDES.indexOf(one as Side)] ?? 0), 0);
}
