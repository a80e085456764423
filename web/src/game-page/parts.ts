// What side-panel.tsx loads where a seat is free, a player has gone, or the browser keeps nothing.
export { ClaimCard } from './claim-card';
export { ShareCard } from './share-card';
export { StorageCard } from './storage-card';
