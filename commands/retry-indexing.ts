import { z } from 'zod';
import { indexingJobDecider } from '../domain/indexing/indexing-job-decider.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { defineCommand } from './command-definition.ts';
import { executeDecider } from './execute-decider.ts';

export const retryIndexing = defineCommand({
  name: 'RetryIndexing',
  summary: 'Tries a failed indexing job again, at most three times; finished stages are not repeated.',
  permission: 'indexing:retry',
  acceptsFile: false,
  input: z.strictObject({ jobId: uuidSchema }),
  handle: async ({ jobId }, context, services) => {
    const { streamId, revision, position, state } = await executeDecider({
      decider: indexingJobDecider,
      streamId: streamIdOf('indexing', jobId),
      commands: [{ type: 'RetryIndexing' }],
      context,
      services,
    });
    return {
      streamId,
      revision,
      position,
      ids: {
        jobId,
        ...(state.status === 'NONE' ? {} : { state: state.status, retryCount: state.retryCount }),
      },
      startedAt: `/api/admin/kb/jobs/${jobId}`,
    };
  },
});
