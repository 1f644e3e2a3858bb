import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { reindexingDecider, reindexingStream } from '../domain/operations/reindexing-decider.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

export const cancelReindexing = defineCommand({
  name: 'CancelReindexing',
  summary:
    'Cancels re-reading documents. Documents already re-read keep the new reading, those in progress are finished, and the rest keep their old one.',
  permission: 'indexing:again',
  acceptsFile: false,
  ownership: 'none',
  discloses: 'nothing',
  input: z.strictObject({}),
  ids: z.object({ runId: uuidSchema }),
  handle: async (_input, context, services) => {
    const { streamId, revision, position, state } = await executeDecider({
      decider: reindexingDecider,
      streamId: reindexingStream,
      commands: [{ type: 'CancelReindexing' }],
      context,
      services,
    });
    if (!state.run) throw new Failure(failure('internal_error', 'The run was not cancelled.'));
    return { streamId, revision, position, ids: { runId: state.run.runId } };
  },
});
