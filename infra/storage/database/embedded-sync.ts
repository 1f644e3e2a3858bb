/**
 * When writes reach the disk. `commit`: before a commit is acknowledged, and in the order that PostgreSQL needs to
 * recover. `off`: whenever the operating system writes them; a power failure may then leave a database that cannot be
 * opened. Only for data that can be recreated.
 */
export const embeddedSyncs = ['commit', 'off'] as const;
export type EmbeddedSync = (typeof embeddedSyncs)[number];
