import { createHash, randomBytes } from 'node:crypto';
import type { KeyVault } from '../../ports/key-vault.ts';

/** An in-memory key vault for unit tests that behaves like the real one, including tombstones. */
export const createInMemoryKeyVault = (): KeyVault => {
  const keys = new Map<string, Uint8Array | undefined>();
  const listeners = new Set<() => void>();
  const existing = (subjects: readonly string[]): ReadonlyMap<string, Uint8Array | undefined> =>
    new Map(subjects.filter((subject) => keys.has(subject)).map((subject) => [subject, keys.get(subject)]));

  return {
    keysFor: async (subjects) => {
      for (const subject of subjects) if (!keys.has(subject)) keys.set(subject, randomBytes(32));
      return existing(subjects);
    },
    existingKeys: async (subjects) => existing(subjects),
    keyIdOf: (subject) => createHash('sha256').update(subject).digest('hex'),
    onDestroyed: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    destroy: async (subject) => {
      keys.set(subject, undefined);
      for (const listener of listeners) listener();
    },
  };
};
