import { z } from 'zod';
import { indexingJobDecider } from '../domain/indexing/indexing-job-decider.ts';
import { hasRetriesLeft } from '../domain/indexing/indexing-job-status.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { docKeySchema, streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import {
  type DocumentState,
  documentDecider,
  type FailedForGood,
  metadataToRecord,
} from '../domain/knowledge/document-decider.ts';
import { formatOfFileName, usualExtensions } from '../domain/knowledge/document-format.ts';
import { documentInputSchema } from '../domain/knowledge/document-input.ts';
import { documentSubject } from '../domain/privacy/data-subject.ts';
import { nameContainsPhi } from '../domain/privacy/harmless-file-name.ts';
import type { SealedContent } from '../ports/sealed-blobs.ts';
import { awaitIndexing, indexingEndSchema } from './awaiting/await-indexing.ts';
import { chooseDocKey } from './lookups/choose-doc-key.ts';
import { type CommandServices, defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState } from './runtime/execute-decider.ts';

/** The job of the latest version, if it failed and can no longer be retried. */
const failedForGood = async (
  document: DocumentState,
  services: CommandServices,
): Promise<FailedForGood | undefined> => {
  if (document.status === 'unknown') return undefined;
  const { jobId } = document.latest;
  const { state: job } = await loadState(services, indexingJobDecider, streamIdOf('indexing', jobId));
  if (job.status !== 'FAILED' || hasRetriesLeft(job.retryCount, job.failure?.reason)) return undefined;
  return { jobId, reason: job.failure?.reason ?? 'unknown' };
};

/**
 * Failures after which nothing was stored for certain; a database that stopped responding may have stored the event.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof Failure && (error.reason.code === 'conflict' || error.reason.code === 'rule_violated');

/** Removes the stored file when the command is refused after storing it. */
const orTakeBack = async <Result>(file: SealedContent, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) await file.takeBack();
    throw error;
  }
};

/** The message does not repeat the key, which would then appear in the caller's logs. */
const keyHoldsPhi = (): Failure =>
  new Failure(
    failure(
      'validation_error',
      'The docKey seems to identify a person, and keys appear in URLs and logs. Choose another or leave it out.',
      { details: { issues: [{ path: 'docKey', message: 'must not identify a person' }] } },
    ),
  );

const ids = z.object({
  docKey: docKeySchema,
  version: z.int(),
  jobId: uuidSchema,
  unchanged: z
    .boolean()
    .meta({ description: 'The newest version already has this content: nothing was started.' }),
});

export const ingestDocument = defineCommand({
  name: 'IngestDocument',
  summary: 'Ingests a document or a new version of one, and starts indexing it.',
  permission: 'documents:ingest',
  acceptsFile: true,
  ownership: 'none',
  discloses: 'nothing',
  ids,
  input: documentInputSchema,
  handle: async (
    { docKey: wishedKey, keyFrom, replace, format: wishedFormat, specialty, containsPhi, ...given },
    context,
    services,
    file,
  ) => {
    if (!file) {
      throw new Failure(
        failure(
          'validation_error',
          'A file is required: send it as the part "file" of multipart/form-data.',
          {
            details: { issues: [{ path: 'file', message: 'is missing' }] },
          },
        ),
      );
    }
    const format = wishedFormat ?? formatOfFileName(file.fileName);
    if (!format) {
      throw new Failure(
        failure(
          'unsupported_media_type',
          `The file name must end in ${usualExtensions}. Rename the file or give its format.`,
        ),
      );
    }
    const metadata = { ...given, specialty: specialty ?? [], containsPhi: containsPhi ?? false };
    if (wishedKey !== undefined && nameContainsPhi(wishedKey, metadata.sourceType)) throw keyHoldsPhi();
    const { fileName } = file;
    const docKey = wishedKey ?? (await chooseDocKey({ ...metadata, fileName, keyFrom }, services));
    const streamId = streamIdOf('document', docKey);
    const seen = await loadState(services, documentDecider, streamId);
    const lastFailure = await failedForGood(seen.state, services);
    const subject = documentSubject(docKey);
    const sealed = await file.seal(subject);
    const command = {
      type: 'IngestDocument',
      docKey,
      jobId: services.identity.derivedId(context.commandId, 'job'),
      contentHash: sealed.sha256,
      contentDigest: file.sha256,
      size: file.size,
      format,
      fileName,
      metadata,
      notGiven: [
        ...(specialty === undefined ? (['specialty'] as const) : []),
        ...(containsPhi === undefined ? (['containsPhi'] as const) : []),
      ],
      failedForGood: lastFailure,
      keyIsOfName: wishedKey === undefined,
      ...(replace === true ? { replace } : {}),
    } as const;
    const execution = await orTakeBack(sealed, () =>
      executeDecider({
        decider: documentDecider,
        streamId,
        seen,
        commands: [command],
        context,
        services,
        onAccepted: sealed.keep,
        subject,
        phi: metadataToRecord(command, seen.state).containsPhi,
      }),
    );
    // If this process stalled for longer than the grace period of orphaned files, the file has been removed.
    await sealed.keep();
    if (execution.state.status === 'unknown') {
      throw new Failure(failure('internal_error', 'The document was not stored.'));
    }
    const { jobId, version } = execution.state.latest;
    const { revision, position } = execution;
    const unchanged = execution.events.length === 0;
    return {
      streamId,
      revision,
      position,
      ids: { docKey, version, jobId, unchanged },
      ...(unchanged ? {} : { startedAt: `/api/admin/kb/jobs/${jobId}` }),
    };
  },
  process: {
    endings: [indexingEndSchema],
    optional: true,
    awaitEnd: async (outcome, services, signal) => {
      const { jobId } = ids.parse(outcome.ids);
      const ended = await awaitIndexing(jobId, services, signal);
      if (!ended) return undefined;
      // That revision is the job's, but the caller's next command concerns the document.
      const { revision: _, ...end } = ended;
      return end;
    },
  },
});
