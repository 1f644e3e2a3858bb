import type { PhiFinding } from './detect-phi.ts';
import type { PhiKind } from './phi-kind.ts';

/**
 * How much a screen needs to find to count as PHI. `strict`: anything at all. `lenient`: what is found with a confidence
 * of `LENIENT_FROM` or more, and every number or address by which a person is reached or registered. `off`: no screen,
 * and what was not screened counts as PHI.
 */

export type PhiMode = 'strict' | 'lenient' | 'off';

/**
 * From this confidence on a finding counts in lenient mode: above a name that nothing but a list speaks for (0.6), a town
 * without a street and a date that could be a series of doses (0.55).
 */
const LENIENT_FROM = 0.7;

/** Count however unsure: one that is missed names one person, and nothing in a clinical question looks like them. */
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
