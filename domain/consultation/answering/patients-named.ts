import { isGestation, patientWordsIn } from '../../clinical-text/population.ts';
import type { Quantity } from './quantities.ts';

/** A mention of patients: a word for them, or limits of age or weight. */
export type PatientLabel = {
  readonly start: number;
  readonly kind: 'adult' | 'pediatric' | 'neonatal' | 'pregnant' | 'range';
  /** The key by which ranges are compared. */
  readonly key: string;
};

/** Ages are in months or weeks, weights in kilograms or pounds; anything shorter or lighter is not one. */
const isAgeOrWeight = ({ unit, low, key }: Quantity, text: string, end: number): boolean => {
  if (unit === 'month') return !/^\s?(?:ago|of (?:treatment|therapy)|later)/.test(text.slice(end, end + 20));
  if (unit === 'lb') return true;
  if (unit === 'mg') return low >= 500_000 && !key.includes('/');
  return false;
};

/** Returns the patients named in a text, in order. */
export const patientsNamed = (text: string, quantities: readonly Quantity[]): readonly PatientLabel[] => {
  const labels = patientWordsIn(text).map(({ start, kind: named }): PatientLabel => {
    const kind = named === 'elderly' ? 'adult' : named === 'baby' ? 'pediatric' : named;
    return { start, kind, key: kind };
  });
  for (const quantity of quantities) {
    if (!isAgeOrWeight(quantity, text, quantity.end)) continue;
    if (isGestation(text, quantity.start, quantity.end)) continue;
    const written = text.slice(quantity.start, quantity.end);
    // "20 g" is an amount, "0.8 kg" is a weight.
    if (quantity.unit === 'mg' && !/k/i.test(written)) continue;
    labels.push({ start: quantity.start, kind: 'range', key: `${quantity.role ?? ''}${quantity.key}` });
  }
  return labels.sort((one, other) => one.start - other.start);
};
