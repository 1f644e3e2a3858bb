import { z } from 'zod';
import type { Cache } from '../../../ports/cache.ts';
import type { RowSealer } from '../../../ports/row-sealer.ts';
import type { SharedHistoryCache } from '../../../ports/shared-history-cache.ts';

const entrySchema = z.object({ subject: z.string(), sealed: z.string() });

const placeOf = (queryId: string): string => `told/${queryId}`;

/**
 * Caches the history of queries in a shared cache, each sealed with its subject's key: when that key is destroyed, no
 * node can read the entry any more, and the next reader removes it. The subject is stored with it, under the seal of
 * the cache.
 */
export const createSharedHistoryCache = (
  cache: Cache,
  sealer: Pick<RowSealer, 'keysOf'>,
): SharedHistoryCache => ({
  recall: async (queryId) => {
    try {
      const place = placeOf(queryId);
      const bytes = await cache.get(place);
      if (bytes === undefined) return undefined;
      const { subject, sealed } = entrySchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
      const text = (await sealer.keysOf([subject])).open(subject, place, sealed);
      if (text === undefined) await cache.delete(place);
      return text;
    } catch {
      // The caller reads the log instead.
      return undefined;
    }
  },
  remember: async (queryId, subject, text, ttl) => {
    try {
      const place = placeOf(queryId);
      const sealed = (await sealer.keysOf([subject])).seal(subject, place, text);
      if (sealed === undefined) return;
      await cache.set(place, new TextEncoder().encode(JSON.stringify({ subject, sealed })), ttl);
    } catch {
      // Other nodes then read the log.
    }
  },
});
