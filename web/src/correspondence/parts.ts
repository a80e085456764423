// What side-panel.tsx loads in a correspondence game, or where a game is followed.
export { ConditionalCard } from './conditional-card';
export { FollowButton } from './follow-button';
