import { z } from 'zod';
import { auditReviewDecider, auditReviewsStream } from '../domain/audit/audit-review-decider.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { firstInstantOf, instantBefore, lastInstantOf } from '../domain/kernel/whole-day.ts';
import { ownerOf } from '../domain/ownership/owner-of.ts';
import { searchesSubject } from '../domain/privacy/data-subject.ts';
import { subjectReferenceSchema } from '../domain/privacy/subject-reference.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/event-store.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const moment = (description: string) =>
  z
    .union(
      [z.int().min(1).max(999_999_999_999_999), z.iso.date(), z.iso.datetime({ offset: true })],
      'must be a log position, an ISO 8601 instant with its zone, or a day',
    )
    .meta({ description });

const input = z.strictObject({
  from: moment('The first entry: a log position, an ISO 8601 instant, or a day (UTC).'),
  to: moment('The last entry: a log position, an ISO 8601 instant, or a whole day (UTC).'),
  actorId: z
    .string()
    .min(1)
    .max(256)
    .meta({ description: 'Only what this user did, or what was done on their behalf.' })
    .optional(),
  subject: subjectReferenceSchema
    .meta({ description: 'Only entries about this person or thing, as in the list of entries.' })
    .optional(),
  note: statedReason({ min: 3, max: 2000 }).meta({ description: 'The findings. Encrypted in the log.' }),
});
const ids = z.object({ reviewId: uuidSchema, from: z.int(), to: z.int() });

type Log = Pick<EventStore, 'positionAt' | 'head'>;

/** 1970-01-01; nothing was recorded before it. */
const BEGINNING = new Date(0).toISOString();

/** The positions of a range whose ends are positions or points in time. */
const rangeOf = async (
  { from, to }: Pick<z.output<typeof input>, 'from' | 'to'>,
  now: string,
  log: Log,
): Promise<{ readonly from: number; readonly to: number; readonly head: number }> => {
  const head = await log.head();
  if (typeof to === 'string' && (firstInstantOf(to) ?? '') > now)
    throw new Failure(
      failure('validation_error', '"to" is in the future.', {
        details: { issues: [{ path: 'to', message: `must not be after ${now}` }] },
      }),
    );
  return {
    from: typeof from === 'number' ? from : (await log.positionAt(instantBefore(from) ?? BEGINNING)) + 1,
    to: typeof to === 'number' ? to : Math.min(await log.positionAt(lastInstantOf(to) ?? BEGINNING), head),
    head,
  };
};

/** The command by which compliance signs off a range of the audit trail. */
export const createReviewAudit = (clock: Pick<Clock, 'now'>): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'ReviewAudit',
    summary:
      'Signs off a range of the audit trail: all of it, or only what one user did or what concerns one person or thing. It does not cover your own entries, which someone else must review.',
    permission: 'access:review',
    acceptsFile: false,
    ownership: 'metadata',
    discloses: 'nothing',
    ids,
    input,
    handle: async ({ from, to, actorId, subject, note }, context, services) => {
      const reviewId = services.identity.derivedId(context.commandId, 'audit-review');
      const reviewer = ownerOf(context.actor);
      const { streamId, revision, position, events } = await executeDecider({
        decider: auditReviewDecider,
        streamId: auditReviewsStream,
        commands: async () => [
          {
            type: 'SignOff' as const,
            reviewId,
            ...(await rangeOf({ from, to }, clock.now(), services.eventStore)),
            note,
            reviewer,
            ...omitUndefined({ actorId, subject }),
          },
        ],
        context,
        services,
        // As every text of an officer, it outlives the people whom it may name.
        subject: searchesSubject(context.actor.id),
        phi: true,
      });
      const [reviewed] = events;
      if (!reviewed) throw new Error('A review is always recorded.');
      return {
        streamId,
        revision,
        position,
        ids: { reviewId, from: reviewed.data.from, to: reviewed.data.to },
      };
    },
  });
