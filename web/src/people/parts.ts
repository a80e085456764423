// What lazy.ts loads.
export { AccountMenu } from './account-menu';
export { ChallengeCards } from './challenge-cards';
export { Uncounted } from './uncounted';
export { WaitingGames } from './waiting-games';
