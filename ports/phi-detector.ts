import type { PhiFinding } from '../domain/privacy/detect-phi.ts';
import type { PhiMode } from '../domain/privacy/phi-mode.ts';

/** The result of screening one text for PHI. */
export type PhiScreening = {
  /** True also if screening failed: an unscreened text is treated as PHI. */
  readonly detected: boolean;
  /** In text order, without overlap. */
  readonly findings: readonly PhiFinding[];
  /** Names of the detectors that did not answer, and may have found more. */
  readonly failed: readonly string[];
  /** The threshold for `detected`; default: any finding. */
  readonly mode?: PhiMode;
};

/** Whether anything was found, even findings that do not count in the mode of the screening: events record this. */
export const mayHoldPhi = ({ detected, findings }: Pick<PhiScreening, 'detected' | 'findings'>): boolean =>
  detected || findings.length > 0;

/** The kinds of detectors; `joined` combines several. */
export const phiDetectorKinds = ['patterns', 'presidio', 'model', 'joined'] as const;

type ScreenOptions = { readonly signal?: AbortSignal };

/**
 * Detects identifiers of a person: the kinds of the Safe Harbor method (45 CFR 164.514(b)(2)). Texts never leave the
 * premises for it.
 *
 * A single adapter rejects with a Failure, `timeout`, `unavailable` or `external_api_error`, when it cannot decide;
 * `joinPhiDetectors` never rejects. Errors contain no text.
 */
export type PhiDetector = {
  readonly kind: (typeof phiDetectorKinds)[number];
  /** Recorded in the log; changes whenever the findings would. At most 64 characters. */
  readonly name: string;
  readonly screen: (text: string, options?: ScreenOptions) => Promise<PhiScreening>;
};
