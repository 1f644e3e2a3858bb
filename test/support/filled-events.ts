import type { z } from 'zod';
import { type AnyEvent, allEvents } from '../../domain/all-events.ts';
import type { EventDefinition } from '../../domain/kernel/event-definition.ts';
import { compileSensitivePaths, mapSensitive } from '../../domain/privacy/sensitive-paths.ts';
import { uuidOf } from './recorded-history.ts';

type Schema = z.core.$ZodType;

/** The ids that tie the events of a history to one document, query and conversation. */
const ids: Readonly<Record<string, unknown>> = {
  docKey: 'protocol-1219',
  version: 1,
  throughVersion: 1,
  jobId: uuidOf(21),
  queryId: uuidOf(1),
  conversationId: uuidOf(11),
  consumer: 'indexing-worker',
  timerId: 'timer-1',
};

const accepts = (schema: Schema, value: unknown): boolean => {
  const outcome = schema._zod.run({ value, issues: [] }, { async: false });
  return !(outcome instanceof Promise) && outcome.issues.length === 0;
};

/** Candidate texts for schemas: free text first, then values of closed formats. */
const texts = [
  'x',
  uuidOf(77),
  'a'.repeat(64),
  'b'.repeat(32),
  '3-5,9',
  'c'.repeat(8),
  'd'.repeat(16),
  '2024-05',
  '2024-05-06',
  '2024-05-06T07:08:09.000Z',
  'CA',
  '32167518',
  'document-protocol-1219',
  'person:patient-4711',
  'query-timer-1',
  'jti:x',
  'https://evidence.example/x',
];

const firstAccepted = (schema: Schema, candidates: readonly unknown[]): unknown => {
  const found = candidates.find((candidate) => accepts(schema, candidate));
  if (found === undefined) throw new Error(`No sample value satisfies ${JSON.stringify(schema._zod.def)}.`);
  return found;
};

/** A value that satisfies a schema, with every optional member. */
const filled = (schema: Schema, name?: string): unknown => {
  const known = name === undefined ? undefined : ids[name];
  if (known !== undefined && accepts(schema, known)) return known;
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([member, inner]) => [member, filled(inner, member)]),
      );
    case 'array':
      return [filled(def.element)];
    case 'record':
      return { x: filled(def.valueType) };
    case 'union':
      return filled(def.options[0] ?? schema);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return filled(def.innerType, name);
    case 'pipe':
      return accepts(def.out, filled(def.in, name)) ? filled(def.in, name) : filled(def.out, name);
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'boolean':
      return false;
    case 'number':
      return firstAccepted(schema, [1, 0, 2000]);
    default:
      return firstAccepted(schema, [...texts, null]);
  }
};

/** A marker that is recognizable in any text. */
export const MARK = 'zqxmark';

/** Adds the marker to every text in a value, as long as the schema of the whole still accepts it. */
const marked = (value: unknown, isStillValid: (changed: unknown) => boolean): unknown => {
  if (typeof value === 'string')
    return [`${MARK}${value}`, `${MARK}`].find((text) => isStillValid(text)) ?? value;
  if (Array.isArray(value)) {
    return value.map((item, index) => marked(item, (changed) => isStillValid(value.with(index, changed))));
  }
  if (typeof value !== 'object' || value === null) return value;
  let whole: Record<string, unknown> = { ...value };
  for (const [name, member] of Object.entries(whole)) {
    const before = whole;
    whole = { ...whole, [name]: marked(member, (changed) => isStillValid({ ...before, [name]: changed })) };
  }
  return whole;
};

/** An event of a type with every member, and a marker in every text that its schema calls sensitive. */
const markedEvent = ({ type, schema }: EventDefinition): AnyEvent => {
  const data = filled(schema);
  const paths = compileSensitivePaths(schema);
  const event = paths
    ? mapSensitive(paths, data, (value, pointer) =>
        marked(value, (changed) =>
          accepts(
            schema,
            mapSensitive(paths, data, (other, at) => (at === pointer ? changed : other)),
          ),
        ),
      )
    : data;
  return { type, data: event } as AnyEvent;
};

/** An event of every type, in the order of the list of types. */
export const markedEvents = (): readonly AnyEvent[] => allEvents.map(markedEvent);
