import { z } from 'zod';
import { isRecord } from '../../domain/kernel/is-record.ts';
import { damerauLevenshtein } from '../../domain/language/damerau-levenshtein.ts';

/** The names of all fields of an input. Any other name may be content. */
export type KnownNames = {
  readonly has: (name: string) => boolean;
  /** The name that was probably meant; `undefined` when none is similar. */
  readonly nearest: (name: string) => string | undefined;
};

/** Up to two typing errors; with more, a name could be anything. */
const MAX_DISTANCE = 2;

const collect = (place: unknown, into: Set<string>): void => {
  if (Array.isArray(place)) for (const item of place) collect(item, into);
  if (!isRecord(place)) return;
  if (isRecord(place.properties)) for (const name of Object.keys(place.properties)) into.add(name);
  for (const member of Object.values(place)) collect(member, into);
};

const namesOf = (schema: z.ZodType): KnownNames => {
  const names = new Set<string>();
  collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), names);
  return {
    has: (name) => names.has(name),
    nearest: (name) =>
      [...names]
        .map((known) => ({ known, distance: damerauLevenshtein(name, known, MAX_DISTANCE) }))
        .filter(({ known, distance }) => distance <= Math.min(MAX_DISTANCE, known.length / 3))
        .sort((one, other) => one.distance - other.distance)[0]?.known,
  };
};

const remembered = new WeakMap<z.ZodType, KnownNames>();

/** The names of all fields of a schema, at any depth. Computed when a schema first refuses an input. */
export const knownNames = (schema: z.ZodType): KnownNames => {
  const known = remembered.get(schema) ?? namesOf(schema);
  remembered.set(schema, known);
  return known;
};
