import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import type { RecurrenceRule } from './parse-icalendar.ts';
import type { Zone } from './zone.ts';

/** Limits on the periods and candidates examined for one series: the days of eleven years; 0.1 s at worst. */
const MAX_STEPS = 4_000;
const MAX_CANDIDATES = 20_000;

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/** The end of a rule, as local time of the series. */
const endOf = (until: string, zone: Zone): Temporal.PlainDateTime => {
  if (!until.includes('T')) return Temporal.PlainDate.from(until).toPlainDateTime('23:59:59');
  return until.endsWith('Z') ? zone.wallOf(Temporal.Instant.from(until)) : Temporal.PlainDateTime.from(until);
};

const inUtc = (wall: Temporal.PlainDateTime): Temporal.ZonedDateTime => wall.toZonedDateTime('UTC');

/**
 * Returns the occurrences of a series between two times, both included. All times are local to its zone. The
 * first time of the series always counts. Throws for a broken rule, and for one that needs implausibly many
 * steps.
 */
export const occurrencesWithin = (
  rule: RecurrenceRule,
  { start, zone }: { readonly start: Temporal.PlainDateTime; readonly zone: Zone },
  from: Temporal.PlainDateTime,
  to: Temporal.PlainDateTime,
): readonly Temporal.PlainDateTime[] => {
  const { freq, interval, count, until, wkst } = rule;
  // Local times are treated as UTC, so the series keeps its time of day across clock changes.
  const series = new RRuleTemporal({
    temporal: Temporal,
    tzid: 'UTC',
    dtstart: inUtc(start),
    includeDtstart: true,
    maxIterations: MAX_STEPS,
    maxCandidateEvaluations: MAX_CANDIDATES,
    cache: false,
    freq,
    ...(interval === undefined ? {} : { interval }),
    ...(count === undefined ? {} : { count }),
    ...(until === undefined ? {} : { until: inUtc(endOf(until, zone)) }),
    ...(wkst === undefined ? {} : { wkst: weekdays[wkst - 1] ?? 'MO' }),
    ...(rule.bysecond && { bySecond: rule.bysecond }),
    ...(rule.byminute && { byMinute: rule.byminute }),
    ...(rule.byhour && { byHour: rule.byhour }),
    ...(rule.byday && { byDay: rule.byday }),
    ...(rule.bymonthday && { byMonthDay: rule.bymonthday }),
    ...(rule.byyearday && { byYearDay: rule.byyearday }),
    ...(rule.byweekno && { byWeekNo: rule.byweekno }),
    ...(rule.bymonth && { byMonth: rule.bymonth }),
    ...(rule.bysetpos && { bySetPos: rule.bysetpos }),
  });
  return series.between(inUtc(from), inUtc(to), true).map((time) => time.toPlainDateTime());
};
