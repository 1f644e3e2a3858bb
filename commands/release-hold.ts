import { z } from 'zod';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { holdReasonSubject, subjectDecider } from '../domain/privacy/subject-decider.ts';
import { subjectReferenceSchema } from '../domain/privacy/subject-reference.ts';
import { subjectStream } from '../domain/privacy/subject-stream.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

export const releaseHold = defineCommand({
  name: 'ReleaseHold',
  summary: 'Releases a hold: the data subject can be erased again unless another hold is in force.',
  permission: 'subjects:hold',
  acceptsFile: false,
  ownership: 'none',
  discloses: 'nothing',
  ids: z.object({ holdId: uuidSchema, subject: z.string() }),
  input: z.strictObject({
    subject: subjectReferenceSchema,
    holdId: uuidSchema,
    reason: statedReason({ min: 1, max: 1000 }),
  }),
  handle: async ({ subject, holdId, reason }, context, services) => {
    const { streamId, revision, position } = await executeDecider({
      decider: subjectDecider,
      streamId: subjectStream(subject, services.identity.derivedId),
      commands: [{ type: 'ReleaseHold', holdId, reason }],
      context,
      services,
      subject: holdReasonSubject(holdId),
    });
    return { streamId, revision, position, ids: { holdId, subject } };
  },
});
