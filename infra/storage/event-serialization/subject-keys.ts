import type { KeyVault } from '../../../ports/key-vault.ts';

/** Keys by subject; undefined for one that was destroyed. */
export type SubjectKeys = ReadonlyMap<string, Uint8Array | undefined>;
const noKeys: SubjectKeys = new Map();

/** The keys of subjects, each requested once. */
export const keysOf = async (subjects: readonly string[], ask: KeyVault['keysFor']): Promise<SubjectKeys> =>
  subjects.length === 0 ? noKeys : ask([...new Set(subjects)]);
