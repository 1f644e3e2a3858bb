import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { responsibleUserId } from '../domain/kernel/responsible-user-id.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { erasureReasonSubject, subjectDecider } from '../domain/privacy/subject-decider.ts';
import { erasureBases } from '../domain/privacy/subject-events.ts';
import { subjectReferenceSchema } from '../domain/privacy/subject-reference.ts';
import { subjectStream } from '../domain/privacy/subject-stream.ts';
import { type CommandServices, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

/** A mistyped pseudonym must not yield a certificate of erasing someone of whom nothing was stored. */
const refuseUnknown = async (
  subject: string,
  { subjectKeyState }: Pick<CommandServices, 'subjectKeyState'>,
): Promise<void> => {
  const [state] = (await subjectKeyState?.([subject])) ?? [];
  if (state === 'missing') {
    throw new Failure(
      failure(
        'not_found',
        'Nothing is stored under this data subject. A conversation or question about a person is erased together with that person.',
      ),
    );
  }
};

export const eraseSubject = defineCommand({
  name: 'EraseSubject',
  summary:
    'Requests the erasure of everything about a data subject. Nothing happens until a second person confirms it.',
  permission: 'subjects:erase',
  acceptsFile: false,
  ownership: 'none',
  discloses: 'nothing',
  ids: z.object({ erasureId: uuidSchema, subject: z.string() }),
  input: z.strictObject({
    subject: subjectReferenceSchema,
    reason: statedReason({ min: 1, max: 1000 }),
    basis: z.enum(erasureBases),
  }),
  handle: async ({ subject, reason, basis }, context, services) => {
    const erasureId = services.identity.derivedId(context.commandId, 'erasure');
    const { streamId, revision, position } = await executeDecider({
      decider: subjectDecider,
      streamId: subjectStream(subject, services.identity.derivedId),
      commands: async () => {
        await refuseUnknown(subject, services);
        const requestedBy = responsibleUserId(context.actor);
        return [{ type: 'RequestErasure' as const, erasureId, subject, reason, basis, requestedBy }];
      },
      context,
      services,
      subject: erasureReasonSubject(erasureId),
    });
    return { streamId, revision, position, ids: { erasureId, subject } };
  },
});
