import type { Hasher } from '../../../ports/hasher.ts';
import type { PhiDetector, PhiScreening } from '../../../ports/phi-detector.ts';

/** Questions whose screens are remembered: what is asked within minutes, at some hundred bytes each. */
const MOST = 1000;

/**
 * A detector that does not look twice at the same text. A question is screened when it is asked, and again before it is
 * routed: with a model or an analyzer, that would be its time twice. Nothing goes unscreened for it: what is remembered is
 * the screen of that very text by this very detector, kept under the hash of the text, in this process alone. Screens that
 * a detector failed in are not remembered.
 */
export const rememberScreenings = (detector: PhiDetector, { sha256 }: Hasher, most = MOST): PhiDetector => {
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
