import { randomBytes } from 'node:crypto';
import type { KeyVault } from '../../ports/key-vault.ts';

/** A key vault for unit tests. Keeps nothing; behaves like the real one, tombstones included. */
export const createInMemoryKeyVault = (): KeyVault => {
  const keys = new Map<string, Uint8Array | undefined>();
  const existing = (subjects: readonly string[]): ReadonlyMap<string, Uint8Array | undefined> =>
    new Map(subjects.filter((subject) => keys.has(subject)).map((subject) => [subject, keys.get(subject)]));

  return {
    keysFor: async (subjects) => {
      for (const subject of subjects) if (!keys.has(subject)) keys.set(subject, randomBytes(32));
      return existing(subjects);
    },
    existingKeys: async (subjects) => existing(subjects),
    destroy: async (subject) => {
      keys.set(subject, undefined);
    },
  };
};
