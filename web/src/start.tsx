// The first page: choose a board and an opponent.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { createGame, getLayouts, type Layout, type Player } from './api';
import { Choices } from './choices';
import { HelpDialog } from './dialog';
import { Icon, Logo } from './icons';
import { Preview } from './preview';
import { Rival, RIVAL, rivalPlayer, type RivalWish } from './rival';
import { RulesError, type RulesModule, type Side } from './rules';
import { useRules } from './rules-context';
import { forgetGame, saveSeats, seenGames } from './store';
import { errorSentence, layoutTitle } from './words';

type Opponent = 'computer' | 'friend' | 'here';

const PROPOSED = 'belgian-daisy';
const FIRST = [
    PROPOSED,
    'german-daisy',
    'swiss-daisy',
    'standard',
    'the-wall',
    'domination',
    'alien-attack',
    'e0',
];

interface Wishes {
    layout: string; // '' is one's own position
    own: string;
    opponent: Opponent;
    rival: RivalWish; // how the computer plays
    colour: Side | 'random';
}

const WISHES: Wishes = {
    layout: PROPOSED,
    own: '',
    opponent: 'computer',
    rival: RIVAL,
    colour: 'b',
};

/** What is wrong with one's own position, '' if nothing is. */
function problemOf(rules: RulesModule, { layout, own }: Wishes): string {
    if (layout || !own.trim()) return '';
    try {
        rules.describePosition(own);
        return '';
    } catch (error) {
        if (!(error instanceof RulesError)) return String(error);
        return `At character ${error.column}: ${error.message}.`;
    }
}

/** Sets a game up and returns its address. */
async function setUp({ layout, own, opponent, rival, colour }: Wishes): Promise<string> {
    const chosen = colour === 'random' ? (Math.random() < 0.5 ? 'b' : 'w') : colour;
    const mine: Side = opponent === 'here' ? 'b' : chosen;
    const person: Player = { kind: 'person' };
    const other = opponent === 'computer' ? rivalPlayer(rival) : person;
    const { game, keys } = await createGame({
        ...(layout ? { layout } : { position: own.trim() }),
        seats: mine === 'b' ? [person, other] : [other, person],
    });
    const [b, w] = keys;
    saveSeats(game.id, {
        keys: { ...(b && { b }), ...(w && { w }) },
        mine: opponent === 'here' ? ['b', 'w'] : [mine],
    });
    return `/g/${game.id}`;
}

export function StartPage({ go }: { go: (path: string) => void }) {
    const [layouts, setLayouts] = useState<Layout[] | null>(null);
    const [problem, setProblem] = useState('');
    const [wishes, setWishes] = useState(WISHES);
    const [busy, setBusy] = useState(false);
    const [help, setHelp] = useState(false);
    const rules = useRules();
    const ownProblem = useMemo(() => problemOf(rules, wishes), [rules, wishes.layout, wishes.own]);
    const wish = (next: Partial<Wishes>) => setWishes({ ...wishes, ...next });
    const load = () => {
        setProblem('');
        getLayouts().then(
            (answer) => setLayouts(answer.layouts),
            (error) => setProblem(errorSentence(error)),
        );
    };
    useEffect(() => {
        document.title = 'Paua';
        load();
    }, []);

    async function start(event: Event): Promise<void> {
        event.preventDefault();
        if (!wishes.layout && (!wishes.own.trim() || ownProblem)) {
            setProblem(ownProblem || 'Please type a position, or choose a board.');
            return;
        }
        setBusy(true);
        setProblem('');
        try {
            go(await setUp(wishes));
        } catch (error) {
            setProblem(errorSentence(error));
            setBusy(false);
        }
    }

    return (
        <div class="start">
            <Head onHelp={() => setHelp(true)} />
            <main>
                <div class="hero">
                    <h1>Play Abalone</h1>
                    <p>Against the computer, a friend anywhere, or somebody beside you.</p>
                </div>
                <form onSubmit={start}>
                    <Boards layouts={layouts} wishes={wishes} wish={wish} problem={ownProblem} />
                    <div class="options card">
                        <Options wishes={wishes} wish={wish} />
                        <p class="problem" role="alert">
                            {problem}
                        </p>
                        {problem && !layouts && (
                            <button type="button" onClick={load}>
                                Try again
                            </button>
                        )}
                        <button class="primary large" disabled={busy || !layouts}>
                            {busy ? 'Setting up' : 'Start the game'}
                        </button>
                    </div>
                </form>
                <Seen />
            </main>
            {help && <HelpDialog onClose={() => setHelp(false)} />}
        </div>
    );
}

function Head({ onHelp }: { onHelp: () => void }) {
    return (
        <header class="bar">
            <a class="brand" href="/" data-go>
                <Logo /> Paua
            </a>
            <span class="spring" />
            <button
                class="icon-button"
                aria-label="How to play"
                title="How to play"
                onClick={onHelp}
            >
                <Icon name="help" />
            </button>
        </header>
    );
}

interface WishProps {
    wishes: Wishes;
    wish: (next: Partial<Wishes>) => void;
}

const RIVALS: [Opponent, string][] = [
    ['computer', 'Computer'],
    ['friend', 'A friend'],
    ['here', 'Both here'],
];

const COLOURS: [Side | 'random', string][] = [
    ['b', 'Black, first'],
    ['w', 'White'],
    ['random', 'Random'],
];

function Options({ wishes, wish }: WishProps) {
    const { opponent, rival, colour } = wishes;
    const told = {
        computer: '',
        friend: 'You get a link to send: whoever opens it plays the other side.',
        here: 'Two people take turns at this screen.',
    }[opponent];
    return (
        <>
            <Choices
                legend="Opponent"
                name="opponent"
                value={opponent}
                of={RIVALS}
                onPick={(value) => wish({ opponent: value })}
            />
            {told && <p class="fine muted">{told}</p>}
            {opponent === 'computer' && (
                <Rival rival={rival} pick={(next) => wish({ rival: { ...rival, ...next } })} />
            )}
            {opponent !== 'here' && (
                <Choices
                    legend="Your marbles"
                    name="colour"
                    value={colour}
                    of={COLOURS}
                    onPick={(value) => wish({ colour: value })}
                />
            )}
        </>
    );
}

interface BoardsProps extends WishProps {
    layouts: Layout[] | null;
    problem: string; // of one's own position
}

function Boards({ layouts, wishes, wish, problem }: BoardsProps) {
    const [all, setAll] = useState(false);
    const { layout } = wishes;
    const list = layouts ?? [];
    const first = FIRST.flatMap((name) => list.filter((l) => l.name === name));
    if (layout && !first.some((l) => l.name === layout)) {
        first.splice(-1, 1, ...list.filter((l) => l.name === layout));
    }
    const pick = (name: string) => wish({ layout: name });
    return (
        <fieldset class="boards card">
            <legend>Board</legend>
            {!layouts && <div class="waiting" aria-hidden="true" />}
            {!all && (
                <div class="proposed">
                    <Tiles layouts={first} chosen={layout} onPick={pick} />
                </div>
            )}
            {all && <AllBoards layouts={list} chosen={layout} onPick={pick} />}
            {all && <OwnPosition wishes={wishes} wish={wish} problem={problem} />}
            {layouts && (
                <button type="button" class="more" aria-expanded={all} onClick={() => setAll(!all)}>
                    {all ? 'Fewer boards' : `All ${list.length} boards, small ones too`}
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

function AllBoards({ layouts, chosen, onPick }: TilesProps) {
    const [filter, setFilter] = useState('');
    const wanted = filter.trim().toLowerCase();
    const fits = layouts.filter((l) =>
        `${layoutTitle(l.name)} ${l.board}`.toLowerCase().includes(wanted),
    );
    const groups: [string, Layout[]][] = [
        ['Small boards', fits.filter((l) => l.board !== '5x5x5')],
        ['The full board', fits.filter((l) => l.board === '5x5x5')],
    ];
    return (
        <>
            <input
                class="filter"
                type="search"
                placeholder="Find a board by name"
                aria-label="Find a board by name"
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
            {fits.length === 0 && <p>No board is called that.</p>}
        </>
    );
}

function OwnPosition({ wishes, wish, problem }: WishProps & { problem: string }) {
    const { layout, own } = wishes;
    return (
        <>
            <label class="own-position">
                <input
                    type="radio"
                    name="layout"
                    checked={layout === ''}
                    onChange={() => wish({ layout: '' })}
                />
                <span>A position of your own</span>
            </label>
            {layout === '' && (
                <div class="own-text">
                    <input
                        type="text"
                        spellcheck={false}
                        autocomplete="off"
                        aria-label="Position: rows from the top, then the side to move"
                        placeholder="ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b"
                        value={own}
                        aria-invalid={problem ? true : undefined}
                        aria-describedby="own-problem"
                        onInput={(e) => wish({ own: e.currentTarget.value })}
                    />
                    <p id="own-problem" class="problem">
                        {problem}
                    </p>
                    {own.trim() && !problem && <Preview position={own} />}
                </div>
            )}
        </>
    );
}

function Tiles({ layouts, chosen, onPick }: TilesProps) {
    return (
        <div class="tiles">
            {layouts.map((l) => (
                <Tile key={l.name} layout={l} on={l.name === chosen} onPick={onPick} />
            ))}
        </div>
    );
}

function Tile({
    layout,
    on,
    onPick,
}: {
    layout: Layout;
    on: boolean;
    onPick: (name: string) => void;
}) {
    return (
        <label class={`tile ${on ? 'on' : ''}`}>
            <input
                type="radio"
                name="layout"
                value={layout.name}
                checked={on}
                onChange={() => onPick(layout.name)}
            />
            <Preview position={layout.position} />
            <span class="name">{layoutTitle(layout.name)}</span>
            {layout.board !== '5x5x5' && (
                <span class="size">{layout.board.replace(/x/g, ' × ')}</span>
            )}
        </label>
    );
}

function Seen() {
    const [games, setGames] = useState(seenGames());
    if (games.length === 0) return null;
    return (
        <section class="seen card">
            <h2>Your games</h2>
            <ul>
                {games.map((game) => (
                    <li key={game.id}>
                        <a href={`/g/${game.id}`} data-go>
                            <span class="name">{game.title}</span>
                            <span class="muted">{game.opponent}</span>
                            <span class={`state ${game.over ? '' : 'going'}`}>
                                {game.over || 'going on'}
                            </span>
                        </a>
                        <button
                            class="icon-button"
                            aria-label={`Forget ${game.title}`}
                            title="Forget"
                            onClick={() => {
                                forgetGame(game.id);
                                setGames(seenGames());
                            }}
                        >
                            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
                                <path d="M7 7l10 10M17 7L7 17" />
                            </svg>
                        </button>
                    </li>
                ))}
            </ul>
        </section>
    );
}
