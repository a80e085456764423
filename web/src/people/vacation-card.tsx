// Vacations of the account: the clocks of its correspondence games stand meanwhile.
import { useState } from 'preact/hooks';
import { missing } from './account-text';
import { AccountForm, DateField, type Values } from './form-field';
import { StatusLine } from '../ui/status';
import { endVacation, getVacation, postVacation, type Vacation } from '../api/correspondence';
import { useSubmit } from '../api/use-submit';
import { Pending } from '../api/pending';
import { useAnswer } from '../api/use-answer';
import { countOf, fromText, untilText } from '../ui/text';

const DAY_MS = 24 * 3600 * 1000;

/** "2026-11-23" of a date where the browser is. */
function dayOf(date: Date): string {
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** When a day begins, or the one after it, as the server wants it. */
function beginOf(day: string, after = 0): string {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
    return new Date(year, month - 1, date + after).toISOString().replace(/\.\d+/, '');
}

export function VacationCard() {
    const { answer: vacation, error, setAnswer: setVacation } = useAnswer('', getVacation);
    const [message, setMessage] = useState('');
    const submit = useSubmit(setMessage);
    const run = (change: () => Promise<Vacation>, success = '') =>
        submit(async () => {
            setVacation(await change());
            setMessage(success);
        }, success);
    return (
        <section class="card">
            <h2>Vacation</h2>
            <Pending answer={vacation} error={error} />
            <p>
                The clocks of your correspondence games stand still while you are away, and the
                others see until when.
                {vacation &&
                    ` ${countOf(vacation.left, 'day')} of ${vacation.allowance} in ${vacation.year} ${vacation.left === 1 ? 'is' : 'are'} left.`}
            </p>
            {vacation?.from && vacation.to && (
                <PlannedVacation
                    from={vacation.from}
                    to={vacation.to}
                    onVacation={vacation.away}
                    onEnd={(message) => void run(endVacation, message)}
                />
            )}
            {vacation && !vacation.to && <NewVacation onTake={setVacation} />}
            {vacation && (
                <label class="check">
                    <input
                        type="checkbox"
                        checked={vacation.auto}
                        onChange={({ currentTarget: { checked: auto } }) =>
                            void run(() => postVacation({ auto }))
                        }
                    />
                    <span>Spend a day by itself rather than lose on time</span>
                </label>
            )}
            <StatusLine>{message}</StatusLine>
        </section>
    );
}

interface PlannedVacationProps {
    from: string;
    to: string;
    onVacation: boolean; // it has begun
    onEnd: (message: string) => void;
}

function PlannedVacation({ from, to, onVacation, onEnd }: PlannedVacationProps) {
    const until = untilText(to);
    return (
        <div class="vacation">
            <p>
                {onVacation
                    ? `You are on vacation until ${until}.`
                    : `Your vacation is from ${fromText(from)} until ${until}.`}
            </p>
            <button
                onClick={() => onEnd(onVacation ? 'Welcome back.' : 'The vacation is given up.')}
            >
                {onVacation ? 'End it now' : 'Give it up'}
            </button>
        </div>
    );
}

function NewVacation({ onTake }: { onTake: (vacation: Vacation) => void }) {
    const today = dayOf(new Date());
    const check = ({ first = '', last = '' }: Values) => ({
        first: missing(first, 'Choose the first day.'),
        last: last && last >= first ? '' : 'Choose a last day that is not before the first.',
    });
    const send = async ({ first = '', last = '' }: Values) => {
        const from = first > today ? { from: beginOf(first) } : {};
        onTake(await postVacation({ ...from, to: beginOf(last, 1) }));
    };
    const week = dayOf(new Date(Date.now() + 6 * DAY_MS));
    return (
        <AccountForm label="A new vacation" button="Go on vacation" check={check} onSend={send}>
            {(problems) => (
                <div class="dates">
                    <DateField
                        name="first"
                        label="First day"
                        min={today}
                        value={today}
                        problems={problems}
                    />
                    <DateField
                        name="last"
                        label="Last day"
                        min={today}
                        value={week}
                        problems={problems}
                    />
                </div>
            )}
        </AccountForm>
    );
}
