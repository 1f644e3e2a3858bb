import { z } from 'zod';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { erasureReasonSubject, subjectDecider } from '../domain/privacy/subject-decider.ts';
import { subjectReferenceSchema } from '../domain/privacy/subject-reference.ts';
import { subjectStream } from '../domain/privacy/subject-stream.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

export const declineErasure = defineCommand({
  name: 'DeclineErasure',
  summary: 'Declines or withdraws a request to erase a data subject. It can be requested again.',
  permission: 'subjects:confirm',
  acceptsFile: false,
  ownership: 'none',
  discloses: 'nothing',
  ids: z.object({ erasureId: uuidSchema, subject: z.string() }),
  input: z.strictObject({
    subject: subjectReferenceSchema,
    erasureId: uuidSchema,
    reason: statedReason({ min: 1, max: 1000 }).optional(),
  }),
  handle: async ({ subject, erasureId, reason }, context, services) => {
    const { streamId, revision, position } = await executeDecider({
      decider: subjectDecider,
      streamId: subjectStream(subject, services.identity.derivedId),
      commands: [{ type: 'DeclineErasure', erasureId, reason }],
      context,
      services,
      subject: erasureReasonSubject(erasureId),
    });
    return { streamId, revision, position, ids: { erasureId, subject } };
  },
});
