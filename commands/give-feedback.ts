import { z } from 'zod';
import { feedbackKinds } from '../domain/consultation/feedback-kind.ts';
import { queryDecider } from '../domain/consultation/query-decider.ts';
import { docKeySchema, streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { responsibleUserId } from '../domain/kernel/responsible-user-id.ts';
import { querySubject } from '../domain/privacy/data-subject.ts';
import { mayHoldPhi } from '../ports/phi-detector.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState } from './runtime/execute-decider.ts';

export const giveFeedback = defineCommand({
  name: 'GiveFeedback',
  summary:
    'Gives feedback on an answer, or on one of its documents or passages. Each person has one rating per answer: a new one replaces it.',
  permission: 'queries:feedback',
  acceptsFile: false,
  ownership: 'contribute',
  target: ({ queryId }) => ({ kind: 'query', id: queryId }),
  discloses: 'nothing',
  ids: z.object({ queryId: uuidSchema }),
  input: z.strictObject({
    queryId: uuidSchema,
    kind: z.enum(feedbackKinds),
    docKey: docKeySchema.optional(),
    /** One passage; its document can be omitted. */
    chunkId: z.string().min(1).max(300).optional(),
    comment: z.string().trim().min(1).max(2000).optional(),
  }),
  handle: async ({ queryId, kind, docKey, chunkId, comment }, context, services) => {
    const query = streamIdOf('query', queryId);
    // Feedback is as sensitive as the question, and is erased together with it.
    const seen = await loadState(services, queryDecider, query);
    const { streamId, revision, position } = await executeDecider({
      decider: queryDecider,
      streamId: query,
      commands: [
        {
          type: 'GiveFeedback',
          givenBy: responsibleUserId(context.actor),
          kind,
          ...omitUndefined({ docKey, chunkId, comment }),
        },
      ],
      context,
      services,
      seen,
      subject: seen.first?.metadata.subject ?? querySubject(queryId, undefined),
      phi: comment !== undefined && mayHoldPhi(await services.phiDetector.screen(comment)),
    });
    return { streamId, revision, position, ids: { queryId } };
  },
});
