// Choosing a board: featured layouts, all layouts with a search field, or a custom position.
import { useMemo, useState } from 'preact/hooks';
import { positionProblem, type GameForm } from './new-game';
import { Preview } from '../board/preview';
import type { Layout } from '../rules/rules';
import { useRules } from '../rules/context';
import { layoutTitle } from '../rules/text';

type BoardChoice = Pick<GameForm, 'layout' | 'position' | 'teams'>;

const FEATURED = [
    'belgian-daisy',
    'german-daisy',
    'swiss-daisy',
    'standard',
    'the-wall',
    'domination',
    'alien-attack',
    'e0-balanced',
];

const FULL_BOARD = '5x5x5';

/** What is special about a start, in a few words. */
const LAYOUT_NOTES: Record<string, string> = {
    pillar: 'A fixed marble in the centre blocks everybody',
    'third-colour': 'Three marbles that everybody may push; they score for nobody',
    'central-marble': 'Whoever ejects the central marble wins',
    e0: 'Whoever begins can force a win',
    'e0-balanced': 'Neither side can force a win',
};

/** A line for the tile: what is special, and how small the board is. */
function layoutNote({ name, board }: Layout): string {
    const [a = 0, b = 0, c = 0] = board.split('x').map(Number);
    const cells = a * b + b * c + c * a - a - b - c + 1;
    const size = board === FULL_BOARD ? '' : `Small board, ${cells} cells`;
    return [size, LAYOUT_NOTES[name]].filter(Boolean).join('. ');
}

interface LayoutPickerProps {
    layouts: Layout[];
    players: number;
    choice: BoardChoice;
    onChange: (changes: Partial<BoardChoice>) => void;
}

export function LayoutPicker({ layouts, players, choice, onChange }: LayoutPickerProps) {
    const { layout } = choice;
    const [showAll, setShowAll] = useState(layout === ''); // the custom position is among all
    const all = layouts.filter((one) => one.players === players);
    const few = featuredOf(all, layout);
    const onPick = (picked: Layout) =>
        onChange({ layout: picked.name, teams: choice.teams && picked.teams });
    const more = few.length < all.length ? `Show all ${all.length} boards` : 'Custom position';
    return (
        <fieldset class="boards card">
            <legend>Board</legend>
            {!showAll && (
                <div class="featured">
                    <Tiles layouts={few} chosen={layout} onPick={onPick} />
                </div>
            )}
            {showAll && <AllLayouts layouts={all} chosen={layout} onPick={onPick} />}
            {showAll && <CustomPosition choice={choice} onChange={onChange} />}
            <button
                type="button"
                class="more"
                aria-expanded={showAll}
                onClick={() => setShowAll(!showAll)}
            >
                {showAll ? 'Show fewer boards' : more}
            </button>
        </fieldset>
    );
}

/** The layouts to show at first; a chosen one is always in view. */
function featuredOf(all: Layout[], chosen: string): Layout[] {
    const featured = FEATURED.flatMap((name) => all.filter((one) => one.name === name));
    if (featured.length === 0) return all;
    if (chosen && !featured.some((one) => one.name === chosen))
        featured.splice(-1, 1, ...all.filter((one) => one.name === chosen));
    return featured;
}

interface TilesProps {
    layouts: Layout[];
    chosen: string;
    onPick: (layout: Layout) => void;
}

function AllLayouts({ layouts, chosen, onPick }: TilesProps) {
    const [filter, setFilter] = useState('');
    const wanted = filter.trim().toLowerCase();
    const matches = layouts.filter((l) =>
        `${layoutTitle(l.name)} ${l.board}`.toLowerCase().includes(wanted),
    );
    const full = matches.filter((l) => l.board === FULL_BOARD);
    const groups: [string, Layout[]][] = [
        ['Small boards', matches.filter((l) => l.board !== FULL_BOARD)],
        ['Full-size board', full.filter((l) => !l.special)],
        ['Other starts', full.filter((l) => l.special)],
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

function CustomPosition({ choice, onChange }: Pick<LayoutPickerProps, 'choice' | 'onChange'>) {
    const { layout, position } = choice;
    const rules = useRules();
    const problem = useMemo(
        () => positionProblem(rules, { layout, position }),
        [rules, layout, position],
    );
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
            {layouts.map((layout) => (
                <Tile
                    key={layout.name}
                    layout={layout}
                    on={layout.name === chosen}
                    onPick={() => onPick(layout)}
                />
            ))}
        </div>
    );
}

interface TileProps {
    layout: Layout;
    on: boolean;
    onPick: () => void;
}

function Tile({ layout, on, onPick }: TileProps) {
    const { name } = layout;
    const note = layoutNote(layout);
    return (
        <label class={`tile ${on ? 'on' : ''}`}>
            <input type="radio" name="layout" value={name} checked={on} onChange={onPick} />
            <Preview position={name} />
            <span class="name">{layoutTitle(name)}</span>
            {note && <span class="note">{note}</span>}
        </label>
    );
}
