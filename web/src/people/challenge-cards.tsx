// Beside a game that waits for somebody who was named: the challenge to the account that is signed
// in, the way to sign in, or for the challenger how the others learn of it.
import type { Game, Seat } from '../api/client';
import { challengeText } from './challenge';
import { challengeTo } from '../game/invitation';
import { gameTerms } from '../game/list-text';
import { MarbleIcon } from '../board/marble-shape';
import { useOrigins } from '../game/origins';
import type { GameState, RunRequest, Session } from '../game/session';
import { OriginChoice, ShareLink } from '../game/share-link';
import { listOf } from '../ui/text';

interface ChallengeCardsProps {
    session: Session;
    state: GameState;
    account: string; // who is signed in, '': nobody
    runRequest: RunRequest;
}

export function ChallengeCards(props: ChallengeCardsProps) {
    const { state, account } = props;
    const { game, seats } = state;
    const challenge = challengeTo(game, account);
    const waiting = game.seats.filter(({ kind, taken }) => kind === 'user' && !taken);
    const names = waiting.map(({ name }) => name!);
    if (challenge) return <ChallengeCard {...props} seat={challenge} />;
    if (seats.mine.length > 0) return <WaitingCard id={game.id} names={names} />;
    return account ? null : <SignInCard game={game} name={listOf(names, 'or')} />;
}

interface ChallengeCardProps extends ChallengeCardsProps {
    seat: Seat; // that waits for the account
}

function ChallengeCard({ session, state: { game }, seat, runRequest }: ChallengeCardProps) {
    const text = challengeText(game, seat);
    return (
        <div class="card invitation" role="group" aria-label="Challenge">
            <p>
                <MarbleIcon kind={seat.colour} /> {text}
            </p>
            <p class="fine">{gameTerms(game)}</p>
            <div class="buttons">
                <button class="primary" onClick={() => runRequest(() => session.join(''))}>
                    Accept
                </button>
                <button onClick={() => runRequest(() => session.declineGame(seat.colour))}>
                    Decline
                </button>
            </div>
        </div>
    );
}

/** To whoever is not signed in: that a game waits for somebody. */
function SignInCard({ game, name }: { game: Game; name: string }) {
    return (
        <div class="card invitation" role="group" aria-label="Challenge">
            <p>This game waits for {name}. Is that you?</p>
            <p class="fine">{gameTerms(game)}</p>
            <a class="button primary" href={`/account#/g/${game.id}`} data-go>
                Sign in
            </a>
        </div>
    );
}

/** For who has challenged others: how they learn of it. `names` have not answered yet. */
function WaitingCard({ id, names }: { id: string; names: string[] }) {
    const origins = useOrigins();
    if (!origins) return null;
    return (
        <section class="card share" aria-label="Challenge">
            <p>
                {listOf(names)} can accept or decline in "My games", or by this link. Nobody else
                can take the {names.length === 1 ? 'seat' : 'seats'}.
            </p>
            <ShareLink label="Link to this game" link={`${origins.picked}/g/${id}`} />
            <OriginChoice {...origins} />
        </section>
    );
}
