import { isRecord } from '../../../kernel/is-record.ts';
import type { ParameterFacts, UsedValue } from './parameter.ts';

/** Three digits after the point: more than any bedside figure has, and none from unit conversion alone. */
const DIGITS = 1000;

const usedValue = ({ kind, units }: ParameterFacts, taken: unknown): UsedValue | undefined => {
  // An entered value that was kept carries its value in the unit of the publication.
  const value = kind === 'amount' && isRecord(taken) ? taken.value : taken;
  if (typeof value === 'number') {
    const [unit] = units ?? [];
    const rounded = Math.round(value * DIGITS) / DIGITS;
    return unit === undefined ? rounded : { value: rounded, unit };
  }
  // Readers see grades as numbers.
  if (kind === 'choice' && typeof value === 'string' && /^\d+$/.test(value)) return Number(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
};

/** Returns the counted value of each given parameter: as converted, or as the calculation reports it. */
export const usedValues = (
  parameters: Readonly<Record<string, ParameterFacts>>,
  given: Readonly<Record<string, unknown>>,
  counted: Readonly<Partial<Record<string, UsedValue>>>,
): Readonly<Record<string, UsedValue>> => {
  const used: Record<string, UsedValue> = {};
  for (const [name, facts] of Object.entries(parameters)) {
    const value = counted[name] ?? usedValue(facts, given[name]);
    if (value !== undefined) used[name] = value;
  }
  return used;
};
