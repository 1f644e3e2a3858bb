import { readFileSync } from 'node:fs';

/** The SQL that makes the vault's tables; harmless when repeated. */
export const vaultSchema: string = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');
