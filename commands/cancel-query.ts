import { z } from 'zod';
import { queryDecider } from '../domain/consultation/query-decider.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { responsibleUserId } from '../domain/kernel/responsible-user-id.ts';
import { querySubject } from '../domain/privacy/data-subject.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState } from './runtime/execute-decider.ts';

export const cancelQuery = defineCommand({
  name: 'CancelQuery',
  summary: 'Cancels a query that no longer needs an answer; a language model call in progress is stopped.',
  permission: 'queries:ask',
  acceptsFile: false,
  ownership: 'contribute',
  target: ({ queryId }) => ({ kind: 'query', id: queryId }),
  discloses: 'nothing',
  ids: z.object({ queryId: uuidSchema }),
  input: z.strictObject({ queryId: uuidSchema }),
  handle: async ({ queryId }, context, services) => {
    const query = streamIdOf('query', queryId);
    const seen = await loadState(services, queryDecider, query);
    const { streamId, revision, position } = await executeDecider({
      decider: queryDecider,
      streamId: query,
      commands: [{ type: 'CancelQuery', by: responsibleUserId(context.actor) }],
      context,
      services,
      seen,
      subject: seen.first?.metadata.subject ?? querySubject(queryId, undefined),
    });
    return { streamId, revision, position, ids: { queryId } };
  },
});
