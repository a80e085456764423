// The pages about accounts, which are loaded together.
export { AccountPage } from './account-page';
export { UserPage } from './user-page';
