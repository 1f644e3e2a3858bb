import { z } from 'zod';
import type { Position } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { firstInstantOf, instantBefore, lastInstantOf } from '../../domain/kernel/whole-day.ts';
import { wholeNumberText } from '../../domain/kernel/whole-number.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { instantText } from './query-fields.ts';

/** A place in the log, named by its position or by a point in time. */
type Moment =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'instant'; readonly text: string };

/** A log position, an ISO 8601 instant, or a day (UTC). */
export const momentText = z
  .union(
    [
      z
        .string()
        .regex(wholeNumberText)
        .transform((text): Moment => ({ kind: 'position', position: Number(text) })),
      instantText.transform((text): Moment => ({ kind: 'instant', text })),
    ],
    'must be a log position, an ISO 8601 instant with its zone, or a day',
  )
  .meta({ description: 'A log position, an ISO 8601 instant, or a whole day (UTC).' });

type Log = Pick<EventStore, 'positionAt' | 'head'>;

/** 1970-01-01; nothing was recorded before it. */
const BEGINNING = new Date(0).toISOString();

/** The last position not after a moment; a day counts until its end. */
export const positionUpTo = async (moment: Moment, log: Pick<EventStore, 'positionAt'>): Promise<Position> =>
  moment.kind === 'position' ? moment.position : log.positionAt(lastInstantOf(moment.text) ?? BEGINNING);

const inTheFuture = (path: string, rule: string): Failure =>
  new Failure(
    failure('validation_error', `"${path}" is in the future.`, {
      details: { issues: [{ path, message: rule }] },
    }),
  );

/**
 * The last position not after a moment that has come; a day counts until its end, or until now.
 *
 * @param now ISO 8601 UTC
 * @throws Failure `validation_error` for a moment in the future, named by its parameter
 */
export const pastPosition = async (
  path: string,
  moment: Moment,
  now: string,
  log: Log,
): Promise<Position> => {
  const head = await log.head();
  if (moment.kind === 'position') {
    if (moment.position > head) throw inTheFuture(path, `must be at most ${head}, the end of the log`);
    return moment.position;
  }
  if ((firstInstantOf(moment.text) ?? '') > now) throw inTheFuture(path, `must not be after ${now}`);
  return Math.min(await positionUpTo(moment, log), head);
};

/** The position before the first one at or after a moment; a day counts from its start. */
export const positionBefore = async (
  moment: Moment,
  log: Pick<EventStore, 'positionAt'>,
): Promise<Position> =>
  moment.kind === 'position'
    ? Math.max(moment.position - 1, 0)
    : log.positionAt(instantBefore(moment.text) ?? BEGINNING);

/** The moment as written. */
export const momentAsText = (moment: Moment): string =>
  moment.kind === 'position' ? String(moment.position) : moment.text;

/** Whether `to` is earlier than `from`, whatever the log contains. */
const isBackwards = (from: Moment, to: Moment): boolean => {
  if (from.kind === 'position' && to.kind === 'position') return from.position > to.position;
  if (from.kind === 'instant' && to.kind === 'instant')
    return (instantBefore(from.text) ?? '') >= (lastInstantOf(to.text) ?? '');
  return false;
};

const backwards = (): Failure =>
  new Failure(
    failure('validation_error', 'The range ends before it begins: "to" is earlier than "from".', {
      details: { issues: [{ path: 'to', message: 'must not be before "from"' }] },
    }),
  );

/**
 * The filter for entries between two moments, both included.
 *
 * @throws Failure `validation_error` when the second is earlier than the first
 */
export const spanOf = (from: Moment | undefined, to: Moment | undefined) => {
  if (from && to && isBackwards(from, to)) throw backwards();
  return {
    ...(from?.kind === 'position' ? { firstPosition: from.position } : { from: from?.text }),
    ...(to?.kind === 'position' ? { lastPosition: to.position } : { to: to?.text }),
  };
};

/** A range of the log: the events after one position, up to and including another. */
type Stretch = { readonly after: Position; readonly to: Position };

/**
 * The range of the log between two moments, both included; it defaults to the whole log.
 *
 * @throws Failure `validation_error` when it ends before it begins
 */
export const rangeBetween = async (
  from: Moment | undefined,
  to: Moment | undefined,
  log: Log,
): Promise<Stretch> => {
  const head = await log.head();
  const after = from ? await positionBefore(from, log) : 0;
  const last = to ? Math.min(await positionUpTo(to, log), head) : head;
  if (from && to && (isBackwards(from, to) || (from.kind !== to.kind && after >= last && after < head)))
    throw backwards();
  return { after, to: last };
};
