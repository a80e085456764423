// The page of a player, which everybody may see: /user/NAME.
import { getUser, type Rating, type User } from '../api/accounts';
import { categoryText } from './account-text';
import { ApiError } from '../api/client';
import { useAnswer } from '../api/use-answer';
import { usePageTitle, type PageProps } from '../ui/page';
import { PageHeader } from './page-header';
import { PlainPage, StartLink, WaitingPage } from '../ui/plain-page';
import { RatingCurve } from './rating-curve';
import { errorSentence, retryText } from '../api/error-text';
import { accountTitle, playerName } from '../game/player-text';
import { countOf, dateText } from '../ui/text';
import { useAccountName } from '../api/use-account';
import { UserGames } from './user-games';

export function UserPage({ param: name, go }: PageProps) {
    const { answer: user, error } = useAnswer(name, (signal) => getUser(name, signal));
    if (error) return <Problem error={error} name={name} />;
    if (!user) return <WaitingPage />;
    return (
        <div class="start">
            <PageHeader go={go} back={`/user/${name}`} />
            <main class="account">
                <Head user={user} />
                <Ratings name={user.name} ratings={user.ratings ?? []} />
                {!user.closed && <UserGames name={user.name} />}
            </main>
        </div>
    );
}

function Problem({ error, name }: { error: unknown; name: string }) {
    const missing = error instanceof ApiError && error.status === 404;
    return (
        <PlainPage
            title={missing ? 'Nobody of this name' : errorSentence(error)}
            text={missing ? `Nobody is called ${name} here.` : retryText(error)}
        >
            <StartLink />
        </PlainPage>
    );
}

/** "Computer, level 5", of a computer of the server; else ''. */
function computerText({ level, opponent }: User): string {
    if (!level && !opponent) return '';
    return playerName({ kind: 'computer', colour: 'b', level, opponent }, [], 2);
}

/** Who the player is, and since when. */
function aboutText(user: User): string {
    const computer = computerText(user);
    if (computer)
        return `${computer}: a program that this server runs. Its account is ${user.name}.`;
    if (user.closed) return 'This account is closed.';
    return `${user.bot ? 'A bot. ' : ''}Here since ${dateText(user.created)}.`;
}

/** The player's name, and buttons: to challenge or to write, or to one's own account. */
function Head({ user }: { user: User }) {
    const { name, closed } = user;
    const account = useAccountName();
    usePageTitle(accountTitle(name));
    return (
        <>
            <h1>{accountTitle(name)}</h1>
            <p class="muted">{aboutText(user)}</p>
            {!closed && (
                <div class="buttons">
                    {name === account ? (
                        <a class="button" href="/account" data-go>
                            Your account
                        </a>
                    ) : (
                        <>
                            <a class="button primary" href={`/#challenge=${name}`} data-go>
                                Challenge
                            </a>
                            {!computerText(user) && (
                                <a class="button" href={`/messages/${name}`} data-go>
                                    Message
                                </a>
                            )}
                        </>
                    )}
                </div>
            )}
        </>
    );
}

/** A rating for each number of players and speed in which rated games were played. */
function Ratings({ name, ratings }: { name: string; ratings: Rating[] }) {
    if (ratings.length === 0) return null;
    return (
        <section class="card">
            <h2>Ratings</h2>
            <ul class="rows">
                {ratings.map(({ category, rating, provisional, games, wins, draws, losses }) => (
                    <li key={category} class="rated">
                        <span class="about">
                            <a href={`/standings#${category}`} data-go>
                                {categoryText(category)}
                            </a>
                            <span class="muted">
                                {countOf(games, 'game')}: {wins} won, {draws} drawn, {losses} lost
                            </span>
                        </span>
                        <span class="rating">
                            <b>{Math.round(rating)}</b>
                            {provisional && <span class="muted">provisional</span>}
                        </span>
                        <RatingCurve name={name} category={category} />
                    </li>
                ))}
            </ul>
        </section>
    );
}
