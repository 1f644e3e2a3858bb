import { Temporal } from 'temporal-polyfill';
import { usageError } from '../cli-error.ts';

/** Days from `first` up to, but without, `next`. */
type Days = { readonly first: Temporal.PlainDate; readonly next: Temporal.PlainDate };

const daysFrom = (first: Temporal.PlainDate, length: Temporal.DurationLike): Days => ({
  first,
  next: first.add(length),
});

const mondayOf = (day: Temporal.PlainDate): Temporal.PlainDate => day.subtract({ days: day.dayOfWeek - 1 });

/** A week of ISO 8601: the first one of a year is that with 4 January. */
const weekOf = (text: string): Days => {
  const [year = '', week = ''] = text.split('-W');
  const monday = mondayOf(Temporal.PlainDate.from(`${year}-01-04`)).add({ weeks: Number(week) - 1 });
  if (monday.weekOfYear !== Number(week))
    throw usageError(`${year} has no week ${week}.`, 'Its last week is the 52nd.');
  return daysFrom(monday, { weeks: 1 });
};

const spanOf = (text: string, today: Temporal.PlainDate): Days => {
  const monday = mondayOf(today);
  const firstOfMonth = today.with({ day: 1 });
  switch (text) {
    case 'today':
      return daysFrom(today, { days: 1 });
    case 'yesterday':
      return daysFrom(today.subtract({ days: 1 }), { days: 1 });
    case 'this week':
      return daysFrom(monday, { weeks: 1 });
    case 'last week':
      return daysFrom(monday.subtract({ weeks: 1 }), { weeks: 1 });
    case 'this month':
      return daysFrom(firstOfMonth, { months: 1 });
    case 'last month':
      return daysFrom(firstOfMonth.subtract({ months: 1 }), { months: 1 });
    default:
      if (text.includes('W')) return weekOf(text);
      return /^\d{4}-\d{2}$/.test(text)
        ? daysFrom(Temporal.PlainDate.from(`${text}-01`), { months: 1 })
        : daysFrom(Temporal.PlainDate.from(text), { days: 1 });
  }
};

/**
 * The first and the last instant (ISO 8601 UTC) of a day, week or month in a time zone, or of one named by its distance
 * from today. One that is not over yet ends now. A day begins when the clocks there show its first moment, also where they skip midnight.
 *
 * @param now ISO 8601 UTC
 * @throws CliError for a week that its year does not have
 */
export const daysOf = (
  text: string,
  timeZone: string,
  now: string,
): { readonly first: string; readonly last: string } => {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const { first, next } = spanOf(text, today);
  const startOf = (day: Temporal.PlainDate): number => day.toZonedDateTime({ timeZone }).epochMilliseconds;
  const [begin, end] = [startOf(first), startOf(next) - 1].map((at) => new Date(at).toISOString());
  if (begin === undefined || end === undefined) throw new Error('A span of days has no ends.');
  return { first: begin, last: begin <= now && now < end ? now : end };
};
