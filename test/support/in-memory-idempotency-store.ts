import type { IdempotencyScope, IdempotencyStore } from '../../ports/idempotency-store.ts';

type Known = { readonly fingerprint: string; readonly commandId: string; leased: boolean; answer?: string };

/** Idempotency keys for unit tests. `endLeases` expires all claims, as if their processes had died. */
export const createInMemoryIdempotencyStore = (): IdempotencyStore & { readonly endLeases: () => void } => {
  const known = new Map<string, Known>();
  const nameOf = ({ actorId, onBehalfOf, command, key }: IdempotencyScope): string =>
    JSON.stringify([actorId, onBehalfOf, command, key]);
  return {
    claim: async (scope, fingerprint, commandId) => {
      const before = known.get(nameOf(scope));
      if (!before) {
        known.set(nameOf(scope), { fingerprint, commandId, leased: true });
        return { outcome: 'claimed', commandId, repeated: false };
      }
      if (before.fingerprint !== fingerprint) return { outcome: 'mismatch' };
      if (before.answer !== undefined) return { outcome: 'answered', answer: before.answer };
      if (before.leased) return { outcome: 'in_progress' };
      before.leased = true;
      return { outcome: 'claimed', commandId: before.commandId, repeated: true };
    },
    keep: () => () => {},
    complete: async (scope, answer) => {
      const claimed = known.get(nameOf(scope));
      if (claimed) claimed.answer ??= answer;
    },
    release: async (scope) => {
      const claimed = known.get(nameOf(scope));
      if (claimed) claimed.leased = false;
    },
    endLeases: () => {
      for (const claimed of known.values()) claimed.leased = false;
    },
  };
};
