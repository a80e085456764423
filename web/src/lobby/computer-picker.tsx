// Choosing how the computer plays: at a level, or as one of the named opponents.
import { useEffect, useState } from 'preact/hooks';
import { getOpponents, type Opponent } from '../api/client';
import { DEPTH_MAX, type ComputerChoice } from './new-game';
import { useRules } from '../rules/context';
import { SegmentedControl } from '../ui/segmented-control';
import { errorSentence } from '../api/error-text';
import { withTimeout } from '../api/retry';
import { opponentDescription, opponentTitle } from '../game/player-text';
import { countOf } from '../ui/text';

interface ComputerPickerProps {
    computer: ComputerChoice;
    onChange: (changes: Partial<ComputerChoice>) => void;
}

const KINDS: [ComputerChoice['as'], string][] = [
    ['level', 'Levels'],
    ['program', 'Historical programs'],
];

export function ComputerPicker({ computer, onChange }: ComputerPickerProps) {
    return (
        <>
            <SegmentedControl
                legend="Computer plays as"
                name="as"
                value={computer.as}
                options={KINDS}
                onPick={(as) => onChange({ as })}
            />
            {computer.as === 'level' ? (
                <LevelPicker computer={computer} onChange={onChange} />
            ) : (
                <ProgramPicker computer={computer} onChange={onChange} />
            )}
        </>
    );
}

function LevelPicker({ computer, onChange }: ComputerPickerProps) {
    const { levels } = useRules();
    return (
        <div class="level">
            <label for="level">
                Level <output>{computer.level}</output>
            </label>
            <input
                id="level"
                type="range"
                min="1"
                max={levels.length}
                value={computer.level}
                aria-describedby="level-description"
                onInput={(e) => onChange({ level: Number(e.currentTarget.value) })}
            />
            <div class="ends" aria-hidden="true">
                <span>easy</span>
                <span>hard</span>
            </div>
            <p id="level-description" class="description">
                {levels[computer.level - 1]}
            </p>
        </div>
    );
}

const RETRY_MS = 3000; // until the list has come

/** The server's named opponents. */
export function useOpponents() {
    const [opponents, setOpponents] = useState<Opponent[]>([]);
    const [problem, setProblem] = useState('');
    useEffect(() => {
        let retry = 0;
        const left = new AbortController();
        const load = () =>
            withTimeout(getOpponents, left.signal).then(
                (answer) => {
                    setOpponents(answer.opponents);
                    setProblem('');
                },
                (error: unknown) => {
                    if (left.signal.aborted) return;
                    setProblem(errorSentence(error));
                    retry = window.setTimeout(load, RETRY_MS);
                },
            );
        void load();
        return () => {
            left.abort();
            clearTimeout(retry);
        };
    }, []);
    return { opponents, problem };
}

function ProgramPicker({ computer, onChange }: ComputerPickerProps) {
    const { opponents, problem } = useOpponents();
    const chosen = opponents.find((one) => one.name === computer.program);
    return (
        <>
            <fieldset class="programs" aria-label="Program">
                {opponents.map(({ name, about }) => (
                    <label key={name} class={name === computer.program ? 'on' : ''}>
                        <input
                            type="radio"
                            name="program"
                            value={name}
                            checked={name === computer.program}
                            onChange={() => onChange({ program: name, plies: 0 })}
                        />
                        <b>{opponentTitle(name)}</b>
                        <span class="muted">{opponentDescription(name, about)}</span>
                    </label>
                ))}
            </fieldset>
            {problem && <p class="problem">{problem}</p>}
            {chosen && <p class="fine muted">{chosen.about}</p>}
            {chosen && chosen.plies_max > chosen.plies && (
                <DepthPicker
                    program={chosen}
                    plies={computer.plies || chosen.plies}
                    onChange={(plies) => onChange({ plies })}
                />
            )}
        </>
    );
}

interface DepthPickerProps {
    program: Opponent;
    plies: number;
    onChange: (plies: number) => void;
}

/** By the program's own word where it has one for these plies. */
function DepthPicker({ program, plies, onChange }: DepthPickerProps) {
    const level = program.levels[program.level_plies.indexOf(plies)];
    return (
        <div class="level">
            <label for="plies">
                Search depth{' '}
                <output>
                    {countOf(plies, 'ply', 'plies')}
                    {level && ` (${level})`}
                </output>
            </label>
            <input
                id="plies"
                type="range"
                min="1"
                max={DEPTH_MAX}
                value={plies}
                aria-describedby="plies-description"
                onInput={(e) => onChange(Number(e.currentTarget.value))}
            />
            <p id="plies-description" class="fine muted">
                The server stops a move after 2 seconds, at the last depth that is complete.
            </p>
        </div>
    );
}
