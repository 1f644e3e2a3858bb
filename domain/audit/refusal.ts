/** Why access was refused, as recorded in the log. */
export const refusalCodes = ['unauthenticated', 'permission_denied', 'not_theirs'] as const;
export type RefusalCode = (typeof refusalCodes)[number];
