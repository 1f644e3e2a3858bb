import type { Command } from 'commander';
import { z } from 'zod';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';

/** A day, or an instant with its time zone. The server decides what a day covers. */
export const instantOption = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  'must be a day such as 2026-01-31, or an instant such as 2026-01-31T09:30:00Z',
);

const spanWords = ['today', 'yesterday', 'this week', 'last week', 'this month', 'last month'] as const;

/** An ISO 8601 week, and a month. */
const WEEK = /^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** A log position, a day or an instant; or a span of days, of which `from` takes the beginning and `to` the end. */
export const momentOption = z.union(
  [
    z.string().regex(/^\d{1,15}$/),
    z.iso.date(),
    z.iso.datetime({ offset: true }),
    z.enum(spanWords),
    z.string().regex(WEEK),
    z.string().regex(MONTH),
  ],
  `must be a log position such as 120, a day such as 2026-01-31, a week such as 2026-W05, a month such as 2026-01, an instant such as 2026-01-31T09:30:00Z, or ${spanWords.join(', ')}`,
);

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** The options that name a period. */
export const periodShape = {
  from: momentOption.optional(),
  to: momentOption.optional(),
  zone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin').optional(),
};

/** What a moment can be, for the help of a command. */
export const MOMENT = 'a log position, a day, a week (2026-W05), yesterday, or an instant';

/** Adds `--zone`, the time zone of days, weeks and months. */
export const addZone = (command: Command): Command =>
  command.option('--zone <zone>', 'the time zone of days and weeks, such as Europe/Berlin (default: UTC)');

/** Whether the server understands a moment as it is written. */
const isPlain = (moment: string, zone: string | undefined): boolean =>
  /^\d+$/.test(moment) || moment.includes('T') || (zone === undefined && /^\d{4}-\d{2}-\d{2}$/.test(moment));

type Period = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly zone?: string | undefined;
};

/**
 * The ends of a period as request parameters, both included: positions and instants as they are written, and the first
 * or last instant of a span of days.
 */
export const periodOf = async ({ from, to, zone }: Period): Promise<{ from?: string; to?: string }> => {
  const end = async (moment: string | undefined, which: 'from' | 'to'): Promise<string | undefined> => {
    if (moment === undefined || isPlain(moment, zone)) return moment;
    // Loaded only where a span of days is named.
    const { daysOf } = await import('../moments/days-of.ts');
    const { first, last } = daysOf(moment, zone ?? 'UTC', new Date().toISOString());
    return which === 'from' ? first : last;
  };
  return omitUndefined({ from: await end(from, 'from'), to: await end(to, 'to') });
};
