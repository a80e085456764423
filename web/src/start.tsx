// The first page: choose a board and an opponent.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { createGame, getLayouts, type Layout } from './api';
import { HelpDialog } from './dialog';
import { Icon, Logo } from './icons';
import { Preview } from './preview';
import { look, RulesError, type Side } from './rules';
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

export function StartPage({ go }: { go: (path: string) => void }) {
    const [layouts, setLayouts] = useState<Layout[] | null>(null);
    const [problem, setProblem] = useState('');
    const [layout, setLayout] = useState(PROPOSED);
    const [own, setOwn] = useState('');
    const [opponent, setOpponent] = useState<Opponent>('computer');
    const [level, setLevel] = useState(3);
    const [colour, setColour] = useState<Side | 'random'>('b');
    const [busy, setBusy] = useState(false);
    const [help, setHelp] = useState(false);

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

    const ownProblem = useMemo(() => {
        if (layout || !own.trim()) return '';
        try {
            look(own);
            return '';
        } catch (error) {
            return error instanceof RulesError
                ? `At character ${error.at + 1}: ${error.message}.`
                : String(error);
        }
    }, [layout, own]);

    async function start(event: Event): Promise<void> {
        event.preventDefault();
        if (!layout && (!own.trim() || ownProblem)) {
            setProblem(ownProblem || 'Please type a position, or choose a board.');
            return;
        }
        setBusy(true);
        setProblem('');
        const mine: Side = colour === 'random' ? (Math.random() < 0.5 ? 'b' : 'w') : colour;
        const machine = { kind: 'computer' as const, level };
        const person = { kind: 'person' as const };
        const rival = opponent === 'computer' ? machine : person;
        try {
            const { game, keys } = await createGame({
                ...(layout ? { layout } : { position: own.trim() }),
                seats: mine === 'b' ? [person, rival] : [rival, person],
            });
            saveSeats(game.id, {
                keys: { ...(keys[0] && { b: keys[0] }), ...(keys[1] && { w: keys[1] }) },
                mine: opponent === 'here' ? ['b', 'w'] : [mine],
            });
            go(`/g/${game.id}`);
        } catch (error) {
            setProblem(errorSentence(error));
            setBusy(false);
        }
    }

    return (
        <div class="start">
            <header class="bar">
                <a class="brand" href="/" data-go>
                    <Logo /> Paua
                </a>
                <span class="spring" />
                <button
                    class="icon-button"
                    aria-label="How to play"
                    title="How to play"
                    onClick={() => setHelp(true)}
                >
                    <Icon name="help" />
                </button>
            </header>
            <main>
                <div class="hero">
                    <h1>Play Abalone</h1>
                    <p>Against the computer, a friend anywhere, or somebody beside you.</p>
                </div>
                <form onSubmit={start}>
                    <Boards
                        layouts={layouts}
                        layout={layout}
                        own={own}
                        ownProblem={ownProblem}
                        onLayout={setLayout}
                        onOwn={setOwn}
                    />
                    <div class="options card">
                        <Choices
                            legend="Opponent"
                            name="opponent"
                            value={opponent}
                            onPick={setOpponent}
                            of={[
                                ['computer', 'Computer'],
                                ['friend', 'A friend'],
                                ['here', 'Both here'],
                            ]}
                        />
                        {opponent === 'friend' && (
                            <p class="fine muted">
                                You get a link to send: whoever opens it plays the other side.
                            </p>
                        )}
                        {opponent === 'here' && (
                            <p class="fine muted">Two people take turns at this screen.</p>
                        )}
                        {opponent === 'computer' && (
                            <div class="level">
                                <label for="level">
                                    Level <output>{level}</output>
                                </label>
                                <input
                                    id="level"
                                    type="range"
                                    min="1"
                                    max="10"
                                    value={level}
                                    onInput={(e) => setLevel(Number(e.currentTarget.value))}
                                />
                                <div class="ends" aria-hidden="true">
                                    <span>gentle</span>
                                    <span>fierce</span>
                                </div>
                            </div>
                        )}
                        {opponent !== 'here' && (
                            <Choices
                                legend="Your marbles"
                                name="colour"
                                value={colour}
                                onPick={setColour}
                                of={[
                                    ['b', 'Black, first'],
                                    ['w', 'White'],
                                    ['random', 'Random'],
                                ]}
                            />
                        )}
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

interface BoardsProps {
    layouts: Layout[] | null;
    layout: string; // '' is one's own position
    own: string;
    ownProblem: string;
    onLayout: (name: string) => void;
    onOwn: (text: string) => void;
}

function Boards({ layouts, layout, own, ownProblem, onLayout, onOwn }: BoardsProps) {
    const [all, setAll] = useState(false);
    const [filter, setFilter] = useState('');
    const wanted = filter.trim().toLowerCase();
    const list = layouts ?? [];
    const full = list.filter((l) => l.board === '5x5x5');
    const small = list.filter((l) => l.board !== '5x5x5');
    const first = FIRST.flatMap((name) => list.filter((l) => l.name === name));
    if (layout && !first.some((l) => l.name === layout)) {
        first.splice(-1, 1, ...list.filter((l) => l.name === layout));
    }
    const fits = (l: Layout) => `${layoutTitle(l.name)} ${l.board}`.toLowerCase().includes(wanted);
    const tiles = (some: Layout[]) =>
        some.map((l) => <Tile key={l.name} layout={l} on={l.name === layout} onPick={onLayout} />);
    return (
        <fieldset class="boards card">
            <legend>Board</legend>
            {!layouts && <div class="waiting" aria-hidden="true" />}
            {!all && <div class="tiles proposed">{tiles(first)}</div>}
            {all && (
                <>
                    <input
                        class="filter"
                        type="search"
                        placeholder="Find a board by name"
                        aria-label="Find a board by name"
                        value={filter}
                        onInput={(e) => setFilter(e.currentTarget.value)}
                    />
                    {small.some(fits) && <h2>Small boards</h2>}
                    <div class="tiles">{tiles(small.filter(fits))}</div>
                    {full.some(fits) && <h2>The full board</h2>}
                    <div class="tiles">{tiles(full.filter(fits))}</div>
                    {!list.some(fits) && <p>No board is called that.</p>}
                    <label class="own-position">
                        <input
                            type="radio"
                            name="layout"
                            checked={layout === ''}
                            onChange={() => onLayout('')}
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
                                aria-invalid={ownProblem ? true : undefined}
                                aria-describedby="own-problem"
                                onInput={(e) => onOwn(e.currentTarget.value)}
                            />
                            <p id="own-problem" class="problem">
                                {ownProblem}
                            </p>
                            {own.trim() && !ownProblem && <Preview position={own} />}
                        </div>
                    )}
                </>
            )}
            {layouts && (
                <button type="button" class="more" aria-expanded={all} onClick={() => setAll(!all)}>
                    {all ? 'Fewer boards' : `All ${list.length} boards, small ones too`}
                </button>
            )}
        </fieldset>
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

interface ChoicesProps<T extends string> {
    legend: string;
    name: string;
    value: T;
    of: [T, string][];
    onPick: (value: T) => void;
}

function Choices<T extends string>({ legend, name, value, of, onPick }: ChoicesProps<T>) {
    return (
        <fieldset class="choices">
            <legend>{legend}</legend>
            <div class="segments">
                {of.map(([key, text]) => (
                    <label key={key} class={key === value ? 'on' : ''}>
                        <input
                            type="radio"
                            name={name}
                            value={key}
                            checked={key === value}
                            onChange={() => onPick(key)}
                        />
                        <span>{text}</span>
                    </label>
                ))}
            </div>
        </fieldset>
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
