import { z } from 'zod';
import { indexingJobDecider } from '../domain/indexing/indexing-job-decider.ts';
import { indexingJobStatuses } from '../domain/indexing/indexing-job-status.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { awaitIndexing, indexingEndSchema } from './awaiting/await-indexing.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const ids = z.object({ jobId: uuidSchema, state: z.enum(indexingJobStatuses), retryCount: z.int() });

export const retryIndexing = defineCommand({
  name: 'RetryIndexing',
  summary: 'Retries a failed indexing job, at most three times; finished stages are not repeated.',
  permission: 'indexing:retry',
  acceptsFile: false,
  ownership: 'none',
  discloses: 'nothing',
  input: z.strictObject({ jobId: uuidSchema }),
  ids,
  handle: async ({ jobId }, context, services) => {
    const { streamId, revision, position, state } = await executeDecider({
      decider: indexingJobDecider,
      streamId: streamIdOf('indexing', jobId),
      commands: [{ type: 'RetryIndexing' }],
      context,
      services,
    });
    if (state.status === 'NONE') throw new Failure(failure('internal_error', 'The job was not retried.'));
    const { status, retryCount } = state;
    return {
      streamId,
      revision,
      position,
      ids: { jobId, state: status, retryCount },
      startedAt: `/api/admin/kb/jobs/${jobId}`,
    };
  },
  process: {
    endings: [indexingEndSchema],
    optional: false,
    awaitEnd: (outcome, services, signal) => awaitIndexing(ids.parse(outcome.ids).jobId, services, signal),
  },
});
