// The longest texts that the server takes, in characters. A test compares them with the description
// of the API. Fields count an emoji as two: what they let through is never too long.

export const NICKNAME_MAX = 24;
export const USER_NAME_MAX = 20;
export const CHAT_MAX = 140;
export const MESSAGE_MAX = 1000;
export const REPORT_MAX = 500;
export const TOKEN_LABEL_MAX = 40;
export const TOURNAMENT_NAME_MAX = 60;
