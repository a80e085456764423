// Choosing a board: featured layouts, all layouts with a search field, or a custom position.
import { useMemo, useState } from 'preact/hooks';
import type { Layout } from './api';
import { Preview } from './preview';
import { RulesError, type RulesModule } from './rules';
import { useRules } from './rules-context';
import { layoutTitle } from './text';

export interface BoardChoice {
    layout: string; // '': the custom position
    position: string;
}

const FEATURED = [
    'belgian-daisy',
    'german-daisy',
    'swiss-daisy',
    'standard',
    'the-wall',
    'domination',
    'alien-attack',
    'e0',
];

const FULL_BOARD = '5x5x5';

/** What is wrong with the custom position, '' if nothing is. */
export function positionProblem(rules: RulesModule, { layout, position }: BoardChoice): string {
    if (layout || !position.trim()) return '';
    try {
        rules.describePosition(position);
        return '';
    } catch (error) {
        if (!(error instanceof RulesError)) return String(error);
        return `Column ${error.column}: ${error.message}.`;
    }
}

interface LayoutPickerProps {
    layouts: Layout[] | null; // null: not loaded yet
    choice: BoardChoice;
    onChange: (changes: Partial<BoardChoice>) => void;
}

export function LayoutPicker({ layouts, choice, onChange }: LayoutPickerProps) {
    const [showAll, setShowAll] = useState(false);
    const { layout } = choice;
    const all = layouts ?? [];
    const featured = FEATURED.flatMap((name) => all.filter((l) => l.name === name));
    // A chosen layout stays in view when only a few are shown.
    if (layout && !featured.some((l) => l.name === layout)) {
        featured.splice(-1, 1, ...all.filter((l) => l.name === layout));
    }
    const onPick = (name: string) => onChange({ layout: name });
    return (
        <fieldset class="boards card">
            <legend>Board</legend>
            {!layouts && <div class="waiting" aria-hidden="true" />}
            {!showAll && (
                <div class="featured">
                    <Tiles layouts={featured} chosen={layout} onPick={onPick} />
                </div>
            )}
            {showAll && <AllLayouts layouts={all} chosen={layout} onPick={onPick} />}
            {showAll && <CustomPosition choice={choice} onChange={onChange} />}
            {layouts && (
                <button
                    type="button"
                    class="more"
                    aria-expanded={showAll}
                    onClick={() => setShowAll(!showAll)}
                >
                    {showAll ? 'Show fewer boards' : `Show all ${all.length} boards`}
                </button>
            )}
        </fieldset>
    );
}

interface TilesProps {
    layouts: Layout[];
    chosen: string;
    onPick: (name: string) => void;
}

function AllLayouts({ layouts, chosen, onPick }: TilesProps) {
    const [filter, setFilter] = useState('');
    const wanted = filter.trim().toLowerCase();
    const matches = layouts.filter((l) =>
        `${layoutTitle(l.name)} ${l.board}`.toLowerCase().includes(wanted),
    );
    const groups: [string, Layout[]][] = [
        ['Small boards', matches.filter((l) => l.board !== FULL_BOARD)],
        ['Full-size board', matches.filter((l) => l.board === FULL_BOARD)],
    ];
    return (
        <>
            <input
                class="filter"
                type="search"
                placeholder="Search boards"
                aria-label="Search boards"
                value={filter}
                onInput={(e) => setFilter(e.currentTarget.value)}
            />
            {groups.map(
                ([title, some]) =>
                    some.length > 0 && (
                        <>
                            <h2>{title}</h2>
                            <Tiles layouts={some} chosen={chosen} onPick={onPick} />
                        </>
                    ),
            )}
            {matches.length === 0 && <p>No boards found.</p>}
        </>
    );
}

function CustomPosition({ choice, onChange }: Omit<LayoutPickerProps, 'layouts'>) {
    const { layout, position } = choice;
    const rules = useRules();
    const problem = useMemo(() => positionProblem(rules, choice), [rules, layout, position]);
    return (
        <>
            <label class="own-position">
                <input
                    type="radio"
                    name="layout"
                    checked={layout === ''}
                    onChange={() => onChange({ layout: '' })}
                />
                <span>Custom position</span>
            </label>
            {layout === '' && (
                <div class="own-text">
                    <input
                        type="text"
                        spellcheck={false}
                        autocomplete="off"
                        aria-label="Position: rows from the top, then the side to move"
                        placeholder="ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b"
                        value={position}
                        aria-invalid={problem ? true : undefined}
                        aria-describedby="own-problem"
                        onInput={(e) => onChange({ position: e.currentTarget.value })}
                    />
                    <p id="own-problem" class="problem">
                        {problem}
                    </p>
                    {position.trim() && !problem && <Preview position={position} />}
                </div>
            )}
        </>
    );
}

function Tiles({ layouts, chosen, onPick }: TilesProps) {
    return (
        <div class="tiles">
            {layouts.map(({ name, board, position }) => (
                <label key={name} class={`tile ${name === chosen ? 'on' : ''}`}>
                    <input
                        type="radio"
                        name="layout"
                        value={name}
                        checked={name === chosen}
                        onChange={() => onPick(name)}
                    />
                    <Preview position={position} />
                    <span class="name">{layoutTitle(name)}</span>
                    {board !== FULL_BOARD && (
                        <span class="size">{board.replace(/x/g, ' × ')}</span>
                    )}
                </label>
            ))}
        </div>
    );
}
