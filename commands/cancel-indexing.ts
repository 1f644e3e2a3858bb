import { z } from 'zod';
import { indexingJobDecider } from '../domain/indexing/indexing-job-decider.ts';
import { indexingJobStatuses } from '../domain/indexing/indexing-job-status.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { documentSubject } from '../domain/privacy/data-subject.ts';
import type { FindDocumentOfJob } from '../ports/find-document-of-job.ts';
import { type AddedVersion, readDocumentHistory } from '../ports/read-document-history.ts';
import { type CommandDefinition, type CommandServices, defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState } from './runtime/execute-decider.ts';

const input = z.strictObject({ jobId: uuidSchema });
const ids = z.object({ jobId: uuidSchema, state: z.enum(indexingJobStatuses) });

/** The document version for which the document's stream announces a job. */
const versionOfJob = async (
  { eventStore }: CommandServices,
  docKey: string,
  jobId: string,
): Promise<AddedVersion | undefined> =>
  (await readDocumentHistory(eventStore, docKey)).versions.find((added) => added.jobId === jobId);

/**
 * The command that cancels a job. A job may still be queued, without a stream: the command then starts the stream
 * only to end it.
 */
export const createCancelIndexing = (
  findDocumentOfJob: FindDocumentOfJob,
): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'CancelIndexing',
    summary:
      'Stops a pending or running indexing job, which then counts as failed with the reason "cancelled".',
    permission: 'indexing:cancel',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input,
    ids,
    handle: async ({ jobId }, context, services) => {
      const seen = await loadState(services, indexingJobDecider, streamIdOf('indexing', jobId));
      const docKey = seen.state.status === 'NONE' ? await findDocumentOfJob(jobId) : undefined;
      const waiting = docKey === undefined ? undefined : await versionOfJob(services, docKey, jobId);
      const { streamId, revision, position, state } = await executeDecider({
        decider: indexingJobDecider,
        streamId: streamIdOf('indexing', jobId),
        // The worker may have started the job first; the first command then changes nothing.
        commands: [
          ...(waiting
            ? [
                {
                  type: 'RequestIndexing' as const,
                  jobId,
                  docKey: waiting.docKey,
                  version: waiting.version,
                  contentHash: waiting.contentHash,
                },
              ]
            : []),
          { type: 'CancelIndexing' },
        ],
        context,
        services,
        seen,
        ...(waiting ? { subject: documentSubject(waiting.docKey), phi: waiting.metadata.containsPhi } : {}),
      });
      if (state.status === 'NONE') throw new Failure(failure('internal_error', 'The job was not stopped.'));
      return {
        streamId,
        revision,
        position,
        ids: { jobId, state: state.status },
      };
    },
  });
