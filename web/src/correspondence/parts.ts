// What side-panel.tsx loads where a game is slow, or is followed.
export { ConditionalCard } from './conditional-card';
export { FollowButton } from './follow-button';
