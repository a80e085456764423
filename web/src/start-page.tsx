// The start page: choose a board, an opponent and a colour, or go back to a recent game.
import { useEffect, useState } from 'preact/hooks';
import { createGame, getLayouts, type Layout, type Player } from './api';
import { ClockPicker, clockRules, DEFAULT_CLOCK, type ClockChoice } from './clock-picker';
import {
    ComputerPicker,
    computerPlayer,
    DEFAULT_COMPUTER,
    type ComputerChoice,
} from './computer-picker';
import { HelpDialog } from './help-dialog';
import { Icon, Logo } from './icons';
import { LayoutPicker, positionProblem, type BoardChoice } from './layout-picker';
import { LobbySection } from './lobby-section';
import { Nickname } from './nickname';
import { RecentGames } from './recent-games';
import type { Side } from './rules';
import { useRules } from './rules-context';
import { SegmentedControl } from './segmented-control';
import { SettingsDialog } from './settings-dialog';
import { createdSeats, loadNickname, saveSeats } from './storage';
import { errorSentence } from './text';
import { useSettings } from './use-settings';

type Opponent = 'computer' | 'friend' | 'anybody' | 'here';

/** The values of the form. */
interface GameForm extends BoardChoice {
    opponent: Opponent;
    computer: ComputerChoice;
    colour: Side | 'random';
    clock: ClockChoice;
}

const DEFAULT_FORM: GameForm = {
    layout: 'belgian-daisy',
    position: '',
    opponent: 'computer',
    computer: DEFAULT_COMPUTER,
    colour: 'b',
    clock: DEFAULT_CLOCK,
};

/** Creates the game and returns its address. */
async function createFromForm(form: GameForm): Promise<string> {
    const { layout, position, opponent, computer, colour } = form;
    const chosen = colour === 'random' ? (Math.random() < 0.5 ? 'b' : 'w') : colour;
    const mine: Side = opponent === 'here' ? 'b' : chosen;
    const name = opponent === 'friend' || opponent === 'anybody' ? loadNickname() : '';
    const person: Player = { kind: 'person', ...(name && { name }) };
    const others: Record<Opponent, Player> = {
        computer: computerPlayer(computer),
        friend: { kind: 'open', listed: false },
        anybody: { kind: 'open', listed: true },
        here: person,
    };
    const other = others[opponent];
    const rules = clockRules(form.clock);
    const created = await createGame({
        ...(layout ? { layout } : { position: position.trim() }),
        ...(rules && { rules }),
        seats: mine === 'b' ? [person, other] : [other, person],
    });
    saveSeats(created.game.id, createdSeats(created));
    return `/g/${created.game.id}`;
}

/** The server's layouts, and loading them again after a failure. */
function useLayouts() {
    const [layouts, setLayouts] = useState<Layout[] | null>(null);
    const [problem, setProblem] = useState('');
    const load = () => {
        setProblem('');
        getLayouts().then(
            (answer) => setLayouts(answer.layouts),
            (error) => setProblem(errorSentence(error)),
        );
    };
    useEffect(load, []);
    return { layouts, problem, load };
}

export function StartPage({ go }: { go: (path: string) => void }) {
    const [dialog, setDialog] = useState<'' | 'help' | 'settings'>('');
    const { settings, changeSettings } = useSettings();
    const onClose = () => setDialog('');
    useEffect(() => {
        document.title = 'Paua';
    }, []);
    return (
        <div class="start">
            <StartHeader onOpen={setDialog} />
            <main>
                <div class="hero">
                    <h1>Play Abalone</h1>
                    <p>Against the computer, a friend online, or someone next to you.</p>
                </div>
                <NewGameForm go={go} />
                <RecentGames />
                <LobbySection go={go} />
            </main>
            {dialog === 'help' && <HelpDialog onClose={onClose} />}
            {dialog === 'settings' && (
                <SettingsDialog
                    settings={settings}
                    changeSettings={changeSettings}
                    onClose={onClose}
                />
            )}
        </div>
    );
}

function StartHeader({ onOpen }: { onOpen: (dialog: 'help' | 'settings') => void }) {
    return (
        <header class="bar">
            <a class="brand" href="/" data-go>
                <Logo /> Paua
            </a>
            <span class="spring" />
            <button
                class="icon-button"
                aria-label="Settings"
                title="Settings"
                onClick={() => onOpen('settings')}
            >
                <Icon name="settings" />
            </button>
            <button
                class="icon-button"
                aria-label="How to play"
                title="How to play"
                onClick={() => onOpen('help')}
            >
                <Icon name="help" />
            </button>
        </header>
    );
}

function NewGameForm({ go }: { go: (path: string) => void }) {
    const rules = useRules();
    const { layouts, problem: loadProblem, load } = useLayouts();
    const [form, setForm] = useState(DEFAULT_FORM);
    const [startProblem, setStartProblem] = useState('');
    const [starting, setStarting] = useState(false);
    const problem = loadProblem || startProblem;
    const change = (changes: Partial<GameForm>) => setForm({ ...form, ...changes });

    async function start(event: Event): Promise<void> {
        event.preventDefault();
        const positionMissing = !form.layout && !form.position.trim();
        const wrong = positionMissing
            ? 'Enter a position or choose a board.'
            : positionProblem(rules, form);
        setStartProblem(wrong);
        if (wrong) return;
        setStarting(true);
        try {
            go(await createFromForm(form));
        } catch (error) {
            setStartProblem(errorSentence(error));
            setStarting(false);
        }
    }

    return (
        <form onSubmit={start}>
            <LayoutPicker layouts={layouts} choice={form} onChange={change} />
            <div class="options card">
                <OpponentOptions form={form} onChange={change} />
                <ClockPicker
                    clock={form.clock}
                    onChange={(changes) => change({ clock: { ...form.clock, ...changes } })}
                />
                <p class="problem" role="alert">
                    {problem}
                </p>
                {problem && !layouts && (
                    <button type="button" onClick={load}>
                        Try again
                    </button>
                )}
                <button class="primary large" disabled={starting || !layouts}>
                    {starting ? 'Starting' : 'Start game'}
                </button>
            </div>
        </form>
    );
}

const OPPONENTS: [Opponent, string][] = [
    ['computer', 'Computer'],
    ['friend', 'Friend'],
    ['anybody', 'Anybody'],
    ['here', 'In person'],
];

const COLOURS: [Side | 'random', string][] = [
    ['b', 'Black, first'],
    ['w', 'White'],
    ['random', 'Random'],
];

const OPPONENT_NOTES: Record<Opponent, string> = {
    computer: '',
    friend: "You'll get a link to send. Whoever takes the seat first plays the other side.",
    anybody: 'The lobby shows your game until somebody takes the seat. Others may watch it.',
    here: 'Two players take turns on this screen.',
};

interface OpponentOptionsProps {
    form: GameForm;
    onChange: (changes: Partial<GameForm>) => void;
}

function OpponentOptions({ form, onChange }: OpponentOptionsProps) {
    const { opponent, computer, colour } = form;
    const note = OPPONENT_NOTES[opponent];
    return (
        <>
            <SegmentedControl
                legend="Opponent"
                name="opponent"
                value={opponent}
                options={OPPONENTS}
                onPick={(value) => onChange({ opponent: value })}
            />
            {note && <p class="fine muted">{note}</p>}
            {(opponent === 'friend' || opponent === 'anybody') && <Nickname />}
            {opponent === 'computer' && (
                <ComputerPicker
                    computer={computer}
                    onChange={(changes) => onChange({ computer: { ...computer, ...changes } })}
                />
            )}
            {opponent !== 'here' && (
                <SegmentedControl
                    legend="Your colour"
                    name="colour"
                    value={colour}
                    options={COLOURS}
                    onPick={(value) => onChange({ colour: value })}
                />
            )}
        </>
    );
}
