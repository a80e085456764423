// What side-panel.tsx loads where a player has gone, or where the browser keeps nothing.
export { ClaimCard } from './claim-card';
export { StorageCard } from './storage-card';
