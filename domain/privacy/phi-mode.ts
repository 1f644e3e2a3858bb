import type { PhiFinding } from './detect-phi.ts';
import type { PhiKind } from './phi-kind.ts';

/**
 * The threshold of a screen. `strict`: any finding counts as PHI. `lenient`: findings with a confidence of at least
 * `LENIENT_FROM` count, and every number or address by which a person is reached or registered. `off`: nothing is
 * screened, and unscreened text counts as PHI.
 */

export type PhiMode = 'strict' | 'lenient' | 'off';

/**
 * The confidence from which a finding counts in lenient mode: above a name supported only by a list (0.6), a town
 * without a street and a date that could be a series of doses (0.55).
 */
const LENIENT_FROM = 0.7;

/** Kinds that count at any confidence: a missed one names one person, and no clinical text looks like them. */
const strongKinds: ReadonlySet<PhiKind> = new Set([
  'ssn',
  'mrn',
  'health_plan',
  'account',
  'licence',
  'identifier',
  'email',
  'phone',
  'fax',
]);

/** Whether findings count as PHI in a mode. */
export const countsAsPhi = (findings: readonly PhiFinding[], mode: PhiMode): boolean => {
  if (mode === 'off') return true;
  if (mode === 'strict') return findings.length > 0;
  return findings.some(({ kind, confidence }) => confidence >= LENIENT_FROM || strongKinds.has(kind));
};
