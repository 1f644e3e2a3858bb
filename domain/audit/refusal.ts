/** Why somebody was refused, as the log tells it. */
export const refusalCodes = ['unauthenticated', 'permission_denied', 'not_theirs'] as const;
export type RefusalCode = (typeof refusalCodes)[number];
