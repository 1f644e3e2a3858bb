import { z } from 'zod';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { responsibleUserId } from '../domain/kernel/responsible-user-id.ts';
import { subjectDecider } from '../domain/privacy/subject-decider.ts';
import { subjectErased } from '../domain/privacy/subject-events.ts';
import { subjectReferenceSchema } from '../domain/privacy/subject-reference.ts';
import { subjectStream } from '../domain/privacy/subject-stream.ts';
import { awaitInStream } from './runtime/await-in-stream.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const ids = z.object({ erasureId: uuidSchema, subject: z.string() });

export const confirmErasure = defineCommand({
  name: 'ConfirmErasure',
  summary: 'Approves, as a second person, the erasure of a data subject. It cannot be undone or stopped.',
  permission: 'subjects:confirm',
  acceptsFile: false,
  ownership: 'none',
  discloses: 'nothing',
  ids,
  input: z.strictObject({
    // Repeated by the caller, so that a mistaken id cannot be confirmed.
    subject: subjectReferenceSchema,
    erasureId: uuidSchema,
  }),
  handle: async ({ subject, erasureId }, context, services) => {
    const { streamId, revision, position } = await executeDecider({
      decider: subjectDecider,
      streamId: subjectStream(subject, services.identity.derivedId),
      commands: [{ type: 'ConfirmErasure', erasureId, confirmedBy: responsibleUserId(context.actor) }],
      context,
      services,
    });
    return {
      streamId,
      revision,
      position,
      ids: { erasureId, subject },
      startedAt: `/api/erasures/${erasureId}`,
    };
  },
  process: {
    endings: [z.object({ outcome: z.literal('erased') })],
    optional: false,
    awaitEnd: ({ streamId, revision: after, ids: known }, services, signal) => {
      const { erasureId } = ids.parse(known);
      return awaitInStream(
        {
          streamId,
          after,
          types: [subjectErased.type],
          endingOf: ({ data, revision, position }) =>
            subjectErased.schema.parse(data).erasureId === erasureId
              ? { outcome: 'erased' as const, revision, position }
              : undefined,
        },
        services,
        signal,
      );
    },
  },
});
