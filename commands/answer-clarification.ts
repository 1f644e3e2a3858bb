import { z } from 'zod';
import { clarificationOptionId } from '../domain/consultation/clarification/clarification-options.ts';
import { queryDecider } from '../domain/consultation/query-decider.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { querySubject } from '../domain/privacy/data-subject.ts';
import { mayHoldPhi } from '../ports/phi-detector.ts';
import { awaitQuery, queryDisclosure, queryEndings } from './awaiting/await-query.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState } from './runtime/execute-decider.ts';

export const answerClarification = defineCommand({
  name: 'AnswerClarification',
  summary:
    'Answers a clarifying question, with one of its options or in other words. The question is then answered in the background; `Prefer: wait` waits for the answer.',
  permission: 'queries:ask',
  acceptsFile: false,
  ownership: 'contribute',
  target: ({ queryId }) => ({ kind: 'query', id: queryId }),
  discloses: ['AnswerRead'],
  ids: z.object({ queryId: uuidSchema }),
  input: z
    .strictObject({
      queryId: uuidSchema,
      option: clarificationOptionId.optional(),
      text: z.string().trim().min(1).max(2000).optional(),
    })
    .refine(({ option, text }) => (option === undefined) !== (text === undefined), {
      message: 'give either an option or a text',
    }),
  handle: async ({ queryId, option, text }, context, services) => {
    const query = streamIdOf('query', queryId);
    const seen = await loadState(services, queryDecider, query);
    const phi = text !== undefined && mayHoldPhi(await services.phiDetector.screen(text));
    const { streamId, revision, position } = await executeDecider({
      decider: queryDecider,
      streamId: query,
      commands: [{ type: 'AnswerClarification', ...omitUndefined({ option, text }) }],
      context,
      services,
      seen,
      subject: seen.first?.metadata.subject ?? querySubject(queryId, undefined),
      phi: phi || seen.first?.metadata.phi === true,
    });
    return { streamId, revision, position, ids: { queryId }, startedAt: `/api/queries/${queryId}` };
  },
  process: {
    endings: queryEndings,
    optional: false,
    awaitEnd: awaitQuery,
    disclosureOf: queryDisclosure,
  },
});
