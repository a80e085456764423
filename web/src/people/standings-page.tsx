// The standings: /standings. Who is best in a category; the address ends with it, as in #2-rapid.
import { useState } from 'preact/hooks';
import { getStandings, type Standing, type Standings } from '../api/accounts';
import { CATEGORIES, categoryText } from './account-text';
import type { PageProps } from '../ui/page';
import { PageHeader } from './page-header';
import { Pending } from '../api/pending';
import { usePages } from '../api/use-pages';
import { accountTitle, computerOf } from '../game/player-text';
import { countOf } from '../ui/text';

const USUAL = '2-rapid';

export function StandingsPage({ hash: category, go }: PageProps) {
    const shown = CATEGORIES.includes(category) ? category : USUAL;
    const [bots, setBots] = useState(true);
    return (
        <div class="start">
            <PageHeader go={go} back="/standings" />
            <main class="account">
                <h1>Standings</h1>
                <label class="form-field category">
                    Category
                    <select
                        value={shown}
                        onChange={(event) => go(`/standings#${event.currentTarget.value}`)}
                    >
                        {CATEGORIES.map((one) => (
                            <option key={one} value={one}>
                                {categoryText(one)}
                            </option>
                        ))}
                    </select>
                </label>
                <label class="check">
                    <input
                        type="checkbox"
                        checked={bots}
                        onChange={(event) => setBots(event.currentTarget.checked)}
                    />
                    <span>Bots and computers, too</span>
                </label>
                <Ranks key={`${shown} ${bots}`} category={shown} bots={bots} />
            </main>
        </div>
    );
}

function ranksOf(pages: Standings[]): Standing[] {
    return pages.flatMap(({ standings }) => standings);
}

function Ranks({ category, bots }: { category: string; bots: boolean }) {
    const { pages, last, error, showMore } = usePages<Standings>('', (known, signal) =>
        getStandings(category, ranksOf(known).length + 1, bots, signal),
    );
    const ranks = ranksOf(pages);
    return (
        <section class="card">
            <Pending answer={last} error={error} />
            {last && ranks.length === 0 && (
                <p>
                    Nobody yet: a rating counts here after some rated games of this kind, against
                    five others.
                </p>
            )}
            <ol class="rows" hidden={!ranks.length}>
                {ranks.map(({ rank, name, bot, rating, games }) => (
                    <li key={rank}>
                        <span class="about">
                            <span>
                                {rank}.{' '}
                                <a href={`/user/${name}`} data-go>
                                    {accountTitle(name)}
                                </a>
                                {bot && !computerOf(name) && ' (bot)'}
                            </span>
                            <span class="muted">{countOf(games, 'game')}</span>
                        </span>
                        <b class="rating">{Math.round(rating)}</b>
                    </li>
                ))}
            </ol>
            {last?.more && <button onClick={() => void showMore()}>More</button>}
        </section>
    );
}
