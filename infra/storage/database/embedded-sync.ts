/**
 * When writes reach the disk itself. `commit`: before a commit is acknowledged, and in the order that PostgreSQL needs
 * to recover. `off`: whenever the operating system likes; a failing power may then leave a database that cannot be
 * opened. Only for what can be made again.
 */
export const embeddedSyncs = ['commit', 'off'] as const;
export type EmbeddedSync = (typeof embeddedSyncs)[number];
