import { z } from 'zod';
import { reviewDecider } from '../domain/consultation/review/review-decider.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { querySubject } from '../domain/privacy/data-subject.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState } from './runtime/execute-decider.ts';

export const disputePhiDetection = defineCommand({
  name: 'DisputePhiDetection',
  summary:
    'Disputes a PHI detection in one of your own questions. Nothing is undone; compliance reviews the dispute.',
  permission: 'queries:feedback',
  acceptsFile: false,
  ownership: 'own',
  target: ({ queryId }) => ({ kind: 'query', id: queryId }),
  discloses: 'nothing',
  ids: z.object({ queryId: uuidSchema }),
  input: z.strictObject({ queryId: uuidSchema, comment: z.string().trim().min(1).max(1000).optional() }),
  handle: async ({ queryId, comment }, context, services) => {
    const query = streamIdOf('query', queryId);
    const seen = await loadState(services, reviewDecider, query);
    const { streamId, revision, position } = await executeDecider({
      decider: reviewDecider,
      streamId: query,
      commands: [{ type: 'DisputePhiDetection', ...omitUndefined({ comment }) }],
      context,
      services,
      seen,
      subject: seen.first?.metadata.subject ?? querySubject(queryId, undefined),
      // The remark may quote the question.
      phi: seen.first?.metadata.phi ?? comment !== undefined,
    });
    return { streamId, revision, position, ids: { queryId } };
  },
});
