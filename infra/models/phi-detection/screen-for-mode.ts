import { countsAsPhi, type PhiMode } from '../../../domain/privacy/phi-mode.ts';
import type { PhiDetector } from '../../../ports/phi-detector.ts';

/**
 * Wraps a detector to apply the current mode. Findings stay complete in every mode, so that all of them can be redacted
 * from text that leaves the premises. In mode `off` the detector is not asked, nothing is found, and PHI is assumed.
 *
 * @param mode read at each screening, because settings may change it
 */
export const screenForMode = (detector: PhiDetector, mode: () => PhiMode): PhiDetector => ({
  ...detector,
  screen: async (text, options) => {
    const current = mode();
    if (current === 'off') return { detected: true, findings: [], failed: [], mode: current };
    const { findings, failed } = await detector.screen(text, options);
    return {
      detected: failed.length > 0 || countsAsPhi(findings, current),
      findings,
      failed,
      mode: current,
    };
  },
});
