import type { Hasher } from '../../../ports/hasher.ts';
import type { PhiDetector, PhiScreening } from '../../../ports/phi-detector.ts';

/** Maximum number of cached results: the questions of some minutes, at some hundred bytes each. */
const MOST = 1000;

/**
 * Wraps a detector to screen the same text only once. A question is screened when it is asked and again before it is
 * routed, which would cost a model or an analyzer twice the time. Nothing goes unscreened: the cache holds results of
 * this detector for the identical text, by its hash, in this process only. Results in which a detector failed are not
 * cached.
 */
export const cacheScreenings = (detector: PhiDetector, { sha256 }: Hasher, most = MOST): PhiDetector => {
  const known = new Map<string, PhiScreening>();
  return {
    ...detector,
    screen: async (text, options) => {
      const key = sha256(text);
      const before = known.get(key);
      if (before) return before;
      const screening = await detector.screen(text, options);
      if (screening.failed.length > 0) return screening;
      const [oldest] = known.keys();
      if (known.size >= most && oldest !== undefined) known.delete(oldest);
      known.set(key, screening);
      return screening;
    },
  };
};
