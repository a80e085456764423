// The pages about accounts, which are loaded together.
export { AccountPage } from './account-page';
export { MessagesPage } from './messages-page';
export { StandingsPage } from './standings-page';
export { TournamentPage, TournamentsPage } from './tournaments-page';
export { UserPage } from './user-page';
