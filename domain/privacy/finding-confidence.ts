import type { PhiKind } from './phi-kind.ts';

/**
 * How sure the rules are of a finding of a kind, from 0 to 1, where a rule does not say otherwise. An order rather than
 * measured shares: what has an indicating word beside it, or a form that nothing else has, ranks high; what a clinical
 * text may write of something else (a town, a short date) ranks below `LENIENT_FROM` in `phi-mode.ts`.
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

/** A number whose check digits fit. */
export const CHECKED = 0.99;
/** What has the same form as other things, and nothing beside it that decides. */
export const DOUBTFUL = 0.55;

/** What no rule can read counts in every mode: that it names no one cannot be established. */
export const UNREADABLE = 0.7;

export const confidenceOfKind = (kind: PhiKind): number => byKind[kind];
