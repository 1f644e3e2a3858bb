import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { holdReasonSubject, subjectDecider } from '../domain/privacy/subject-decider.ts';
import { subjectReferenceSchema } from '../domain/privacy/subject-reference.ts';
import { subjectStream } from '../domain/privacy/subject-stream.ts';
import type { Clock } from '../ports/clock.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

/** A day counts as a whole: a hold until a day ends with it. */
const until = z.union([
  z.iso.date().transform((day) => `${day}T23:59:59.999Z`),
  z.iso.datetime({ offset: true }).transform((instant) => new Date(instant).toISOString()),
]);

const input = z.strictObject({
  subject: subjectReferenceSchema,
  reason: statedReason({ min: 1, max: 1000 }),
  /** Left out, it stays until it is released. */
  until: until.optional(),
});
const ids = z.object({ holdId: uuidSchema, subject: z.string() });

/** A slip in the year must not leave somebody believing that what can be erased is held. */
const refusePast = (end: string | undefined, now: string): void => {
  if (end === undefined || end > now) return;
  throw new Failure(
    failure('validation_error', 'The hold would have ended already: say a later day, or none.', {
      details: { issues: [{ path: 'until', message: 'must be in the future' }] },
    }),
  );
};

/** The command that forbids erasing a data subject. */
export const createPlaceHold = (clock: Pick<Clock, 'now'>): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'PlaceHold',
    summary: 'Forbids erasing a data subject for now, as while a claim is being heard.',
    permission: 'subjects:hold',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    ids,
    input,
    handle: async ({ subject, reason, until: end }, context, services) => {
      refusePast(end, clock.now());
      const holdId = services.identity.derivedId(context.commandId, 'hold');
      const { streamId, revision, position } = await executeDecider({
        decider: subjectDecider,
        streamId: subjectStream(subject, services.identity.derivedId),
        commands: [{ type: 'PlaceHold', holdId, subject, reason, until: end }],
        context,
        services,
        subject: holdReasonSubject(holdId),
      });
      return { streamId, revision, position, ids: { holdId, subject } };
    },
  });
