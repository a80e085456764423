// Parts of several pages that only who is signed in needs, or who is challenged: their code comes
// with the first of them.
import { lazyPart } from '../ui/lazy';

const people = () => import('./parts');

export const AccountMenu = lazyPart(people, (module) => module.AccountMenu);
export const ChallengeCards = lazyPart(people, (module) => module.ChallengeCards);
export const Uncounted = lazyPart(people, (module) => module.Uncounted);
export const WaitingGames = lazyPart(people, (module) => module.WaitingGames);
