import { z } from 'zod';
import { firstInstantOf, instantBefore } from '../../domain/kernel/whole-day.ts';

/** The first instants of a date of any precision, and of the next one. */
type Span = { readonly first: string; readonly next: string };

const spanOf = (text: string): Span | undefined => {
  const [, year = '', month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (year === '') {
    const first = firstInstantOf(text);
    // A second means the whole second; the log has milliseconds.
    const isPrecise = /\.\d/.test(text);
    if (first === undefined) return undefined;
    return { first, next: new Date(Date.parse(first) + (isPrecise ? 1 : 1000)).toISOString() };
  }
  const start = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00.000Z`);
  const next = new Date(start);
  if (day !== undefined) next.setUTCDate(next.getUTCDate() + 1);
  else if (month !== undefined) next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCFullYear(next.getUTCFullYear() + 1);
  return { first: start.toISOString(), next: next.toISOString() };
};

const prefixes = ['eq', 'ge', 'gt', 'le', 'lt', 'sa', 'eb'] as const;

const dated = z.union([
  z.string().regex(/^\d{4}$/),
  z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  z.iso.date(),
  z.iso.datetime({ offset: true }),
]);

/** The ends of a period, both included; either may be open. */
export type Period = { readonly from?: string; readonly to?: string };

/** One value of a FHIR search parameter of type date (hl7.org/fhir/R4/search.html#date), in UTC without a zone. */
export const fhirDate = z
  .string()
  .max(40)
  .transform((text, context): Period => {
    const written = prefixes.find((one) => text.startsWith(one));
    const prefix = written ?? 'eq';
    const { data } = dated.safeParse(text.slice(written?.length ?? 0));
    const span = data === undefined ? undefined : spanOf(data);
    const last = span && instantBefore(span.next);
    const before = span && instantBefore(span.first);
    if (!span || !last || !before) {
      context.addIssue({
        code: 'custom',
        message: `must be a date or an instant with its zone, after one of ${prefixes.join(', ')} or none`,
      });
      return z.NEVER;
    }
    switch (prefix) {
      case 'eq':
        return { from: span.first, to: last };
      case 'ge':
        return { from: span.first };
      case 'le':
        return { to: last };
      case 'gt':
      case 'sa':
        return { from: span.next };
      case 'lt':
      case 'eb':
        return { to: before };
    }
  });

/** The period in which all of several lie. */
export const commonPeriod = (periods: readonly Period[]): Period => {
  const from = periods
    .flatMap((one) => one.from ?? [])
    .toSorted()
    .at(-1);
  const [to] = periods.flatMap((one) => one.to ?? []).toSorted();
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
};
