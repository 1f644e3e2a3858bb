import { z } from 'zod';
import { indexingJobDecider } from '../domain/indexing/indexing-job-decider.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { defineCommand } from './command-definition.ts';
import { executeDecider } from './execute-decider.ts';

export const cancelIndexing = defineCommand({
  name: 'CancelIndexing',
  summary: 'Ends an indexing job that waits or runs: it counts as failed, for the reason "cancelled".',
  permission: 'indexing:cancel',
  acceptsFile: false,
  input: z.strictObject({ jobId: uuidSchema }),
  handle: async ({ jobId }, context, services) => {
    const { streamId, revision, position, state } = await executeDecider({
      decider: indexingJobDecider,
      streamId: streamIdOf('indexing', jobId),
      commands: [{ type: 'CancelIndexing' }],
      context,
      services,
    });
    return {
      streamId,
      revision,
      position,
      ids: { jobId, ...(state.status === 'NONE' ? {} : { state: state.status }) },
    };
  },
});
