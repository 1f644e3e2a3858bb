import ICAL from 'ical.js';
import { z } from 'zod';

/** A line of iCalendar, such as `DTSTART;TZID=Europe/Berlin:20260301T090000`. */
export type Property = {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** `date`, `date-time`, `text` … */
  readonly type: string;
  readonly values: readonly unknown[];
};

/**
 * A component of a calendar object, such as an event, with its properties and subcomponents. Names are in
 * lower case.
 */
export type Component = {
  readonly name: string;
  readonly properties: ReadonlyMap<string, readonly Property[]>;
  readonly components: readonly Component[];
};

/** Limit on the properties and components of one object: 512 kB of the shortest. */
const MAX_PARTS = 50_000;
/** An alarm in an event in a calendar, plus some spare. */
const MAX_DEPTH = 6;

const propertySchema = z
  .tuple([z.string(), z.record(z.string(), z.unknown()), z.string().nullable()], z.unknown())
  .transform(
    ([name, parameters, type, ...values]): Property => ({
      name,
      parameters,
      type: type ?? 'unknown',
      values,
    }),
  );
/** jCal (RFC 7265), as the parser returns it. */
const componentSchema = z.tuple([z.string(), z.array(z.unknown()), z.array(z.unknown())]);

const readComponent = (jcal: unknown, depth: number, count: { parts: number }): Component => {
  const [name, lines, parts] = componentSchema.parse(jcal);
  count.parts += lines.length + parts.length;
  if (depth > MAX_DEPTH || count.parts > MAX_PARTS)
    throw new RangeError('The calendar object is too large or too deeply nested.');
  const properties = new Map<string, Property[]>();
  for (const line of lines) {
    const property = propertySchema.parse(line);
    const others = properties.get(property.name);
    if (others === undefined) properties.set(property.name, [property]);
    else others.push(property);
  }
  return { name, properties, components: parts.map((part) => readComponent(part, depth + 1, count)) };
};

/** Parses one calendar object (RFC 5545). Throws when it is invalid or exceeds the limits. */
export const parseICalendar = (text: string): Component => {
  const calendar = readComponent(ICAL.parse(text), 0, { parts: 0 });
  if (calendar.name !== 'vcalendar') throw new TypeError('This is not a calendar object.');
  return calendar;
};

/** Returns all values of the properties with a name. */
export const valuesOf = ({ properties }: Component, name: string): readonly unknown[] =>
  (properties.get(name) ?? []).flatMap(({ values }) => values);

/** Returns the first value with a name, if it is text. */
export const textOf = (component: Component, name: string): string | undefined => {
  const [value] = valuesOf(component, name);
  return typeof value === 'string' ? value : undefined;
};

/** A list as RFC 5545 writes it: the parser may return a single entry instead of a list. */
const list = <Entry extends z.ZodType>(entry: Entry) =>
  z.union([z.array(entry).max(400), entry.transform((one) => [one])]).optional();
const numbers = list(z.coerce.number().int().min(-366).max(366));

const recurrenceSchema = z.object({
  freq: z.enum(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY']),
  interval: z.number().int().positive().optional(),
  count: z.number().int().positive().optional(),
  until: z.string().optional(),
  /** Counted from 1, Sunday. */
  wkst: z.number().int().min(1).max(7).optional(),
  bysecond: numbers,
  byminute: numbers,
  byhour: numbers,
  byday: list(z.string().regex(/^[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU)$/)),
  bymonthday: numbers,
  byyearday: numbers,
  byweekno: numbers,
  bymonth: numbers,
  bysetpos: numbers,
});

/** A recurrence rule (RFC 5545, section 3.3.10). */
export type RecurrenceRule = z.output<typeof recurrenceSchema>;

/** Returns the recurrence rules of a component. Throws for a broken one. */
export const recurrencesOf = (component: Component): readonly RecurrenceRule[] =>
  valuesOf(component, 'rrule').map((value) => recurrenceSchema.parse(value));
