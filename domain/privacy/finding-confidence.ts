import type { PhiKind } from './phi-kind.ts';

/**
 * The default confidence of a finding by its kind, from 0 to 1. A ranking rather than measured probabilities: kinds
 * with an indicating word next to them or a unique form rank high; those that also occur in ordinary clinical text (a
 * town, a short date) rank below `LENIENT_FROM` in `phi-mode.ts`.
 */
const byKind: Readonly<Record<PhiKind, number>> = {
  name: 0.6,
  address: 0.8,
  zip_code: 0.75,
  date: 0.75,
  age_over_89: 0.75,
  phone: 0.85,
  fax: 0.85,
  email: 0.98,
  ssn: 0.95,
  mrn: 0.9,
  health_plan: 0.9,
  account: 0.9,
  licence: 0.85,
  vehicle: 0.8,
  device: 0.85,
  url: 0.75,
  ip: 0.75,
  identifier: 0.8,
};

/** A number with valid check digits. */
export const CHECKED = 0.99;
/** A form that other things share, without a deciding context. */
export const DOUBTFUL = 0.55;

/** Text that no rule can read. Counts in every mode, because names in it cannot be ruled out. */
export const UNREADABLE = 0.7;

export const confidenceOfKind = (kind: PhiKind): number => byKind[kind];
