import { z } from 'zod';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { holdReasonSubject, subjectDecider } from '../domain/privacy/subject-decider.ts';
import { subjectReferenceSchema } from '../domain/privacy/subject-reference.ts';
import { subjectStream } from '../domain/privacy/subject-stream.ts';
import type { Clock } from '../ports/clock.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import { refusePast } from './runtime/refuse-past.ts';

/** A day counts as a whole: a hold until a day lasts to the end of that day. */
const until = z.union([
  z.iso.date().transform((day) => `${day}T23:59:59.999Z`),
  z.iso.datetime({ offset: true }).transform((instant) => new Date(instant).toISOString()),
]);

const input = z.strictObject({
  subject: subjectReferenceSchema,
  reason: statedReason({ min: 1, max: 1000 }),
  /** When absent, the hold stays until it is released. */
  until: until.optional(),
});
const ids = z.object({ holdId: uuidSchema, subject: z.string() });

/** The command that places a hold against erasing a data subject. */
export const createPlaceHold = (clock: Pick<Clock, 'now'>): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'PlaceHold',
    summary:
      'Places a legal hold that prevents the erasure of a data subject, for example during litigation.',
    permission: 'subjects:hold',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    ids,
    input,
    handle: async ({ subject, reason, until: end }, context, services) => {
      const holdId = services.identity.derivedId(context.commandId, 'hold');
      const { streamId, revision, position } = await executeDecider({
        decider: subjectDecider,
        streamId: subjectStream(subject, services.identity.derivedId),
        commands: () => {
          refusePast('until', end, clock.now());
          return [{ type: 'PlaceHold' as const, holdId, subject, reason, until: end }];
        },
        context,
        services,
        subject: holdReasonSubject(holdId),
      });
      return { streamId, revision, position, ids: { holdId, subject } };
    },
  });
