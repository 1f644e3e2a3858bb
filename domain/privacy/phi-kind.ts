/**
 * The identifiers of the Safe Harbor method (45 CFR 164.514(b)(2)(i)) that patterns can find in text. In the order of
 * the regulation: (A) names, (B) places smaller than a state, (C) dates and ages over 89, (D) to (R) numbers and
 * addresses of all sorts.
 */
export const phiKinds = [
  'name',
  'address',
  'zip_code',
  'date',
  'age_over_89',
  'phone',
  'fax',
  'email',
  'ssn',
  'mrn',
  'health_plan',
  'account',
  'licence',
  'vehicle',
  'device',
  'url',
  'ip',
  'identifier',
] as const;
export type PhiKind = (typeof phiKinds)[number];
