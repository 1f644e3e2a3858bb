import type { EvidenceIndex, PlacedMention } from './evidence-index.ts';
import type { PatientLabel } from './patients-named.ts';
import type { KnownPatient } from './question-facts.ts';

/** Months and kilograms from which most people are adults (see `query-population.ts`). */
const adultMonths = 180;
const lightestAdult = 40;

type Range = { readonly measure: 'age' | 'weight'; readonly low: number; readonly high: number };

/** The limits in a label's key, in months or kilograms. */
const rangeOf = ({ key }: PatientLabel): Range | undefined => {
  const match = /^(most|above|below|every|over|within|for)?([a-z]+):([\d.e+-]+)(?:~([\d.e+-]+))?$/i.exec(key);
  if (match === null) return undefined;
  const [, role, unit, from, to] = match;
  if (unit !== 'month' && unit !== 'mg') return undefined;
  const scale = unit === 'mg' ? 1e-6 : 1;
  const first = Number(from) * scale;
  const low = role === 'below' || role === 'most' ? 0 : first;
  const high =
    role === 'above' || role === 'over'
      ? Number.POSITIVE_INFINITY
      : to === undefined
        ? first
        : Number(to) * scale;
  return { measure: unit === 'month' ? 'age' : 'weight', low, high };
};

const kindOfRange = (label: PatientLabel): 'adult' | 'pediatric' | undefined => {
  const range = rangeOf(label);
  if (range === undefined) return undefined;
  const limit = range.measure === 'age' ? adultMonths : lightestAdult;
  if (range.high <= limit) return 'pediatric';
  return range.low >= limit && range.measure === 'age' ? 'adult' : undefined;
};

/** Whether a label excludes a patient. */
export const excludesPatient = (label: PatientLabel, patient: KnownPatient): boolean => {
  const { population, ageYears, weightKg, pregnant } = patient;
  if (label.kind === 'pregnant') return pregnant === false;
  if (label.kind !== 'range') {
    if (population === undefined) return false;
    if (label.kind === population) return false;
    return (label.kind === 'adult') !== (population === 'adult') || label.kind === 'neonatal';
  }
  const range = rangeOf(label);
  if (range === undefined) return false;
  const value = range.measure === 'age' ? (ageYears === undefined ? undefined : ageYears * 12) : weightKg;
  if (value === undefined) {
    const kind = kindOfRange(label);
    return kind !== undefined && population !== undefined && (kind === 'adult') !== (population === 'adult');
  }
  // A range of whole years extends to the next birthday.
  const upTo =
    range.measure === 'age' && range.high % 12 === 0 && range.low > 0 ? range.high + 12 : range.high;
  return value < range.low - 0.05 || value > upTo + 0.05;
};

/** Returns the patients of a number: from its own words, its heads, or the whole document. */
export const patientsOfPlace = (
  index: EvidenceIndex,
  { place, mention }: PlacedMention,
): PatientLabel | undefined => {
  const own = mention.patients;
  if (own !== undefined) return own;
  const head = place.heads.find(({ patients }) => patients.length > 0)?.patients;
  if (head !== undefined && !(place.isTableRow && head.length > 1)) return head[0];
  const whole = index.evidence.get(place.n)?.patients;
  return whole === undefined ? undefined : { start: 0, kind: whole, key: whole };
};
