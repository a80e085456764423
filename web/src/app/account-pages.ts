// The pages about accounts, which are loaded together.
export { AccountPage } from '../people/account-page';
export { MessagesPage } from '../people/messages-page';
export { StandingsPage } from '../people/standings-page';
export { TournamentPage, TournamentsPage } from '../tournaments/tournaments-page';
export { UserPage } from '../people/user-page';
