import type { Span } from './operations-search.ts';

const HOUR_MS = 3_600_000;
const shapes: Readonly<Record<Span, { readonly hours: number; readonly step: number }>> = {
  '24h': { hours: 24, step: 2 },
  '7d': { hours: 168, step: 12 },
  '30d': { hours: 720, step: 48 },
};

/** A part of a span: both ends are instants in UTC, and both are included. */
export type Bucket = { readonly from: string; readonly to: string };

/** The parts of a span that ends now, oldest first. They begin on whole hours, so that most stay the same for a while. */
export const bucketsOf = (span: Span, now: number): readonly Bucket[] => {
  const { hours, step } = shapes[span];
  const end = Math.ceil(now / HOUR_MS) * HOUR_MS;
  return Array.from({ length: hours / step }, (_, index) => {
    const from = end - hours * HOUR_MS + index * step * HOUR_MS;
    return {
      from: new Date(from).toISOString(),
      to: new Date(from + step * HOUR_MS - 1).toISOString(),
    };
  });
};

/** The hours of a span. */
export const hoursOf = (span: Span): number => shapes[span].hours;

const byHour = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' });
const byDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', hour: 'numeric' });

/** Names the beginning of a part in local time. */
export const bucketLabel = ({ from }: Bucket, span: Span): string =>
  (span === '24h' ? byHour : byDay).format(new Date(from));
