import { awaitIndexing } from '../../commands/awaiting/await-indexing.ts';
import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { indexingJobDecider } from '../../domain/indexing/indexing-job-decider.ts';
import type { LiveReading } from '../../domain/indexing/live-readings.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { documentDecider } from '../../domain/knowledge/document-decider.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { type AddedVersion, readDocumentHistory } from '../../ports/read-document-history.ts';
import type { Delivery } from '../runner/delivery.ts';

/** The outcome for a document: read again, or the reason why it keeps its previous reading. */
type Reread =
  | { readonly outcome: 'done' }
  | {
      readonly outcome: 'failed' | 'skipped';
      readonly jobId?: string;
      readonly reason: string;
      readonly message: string;
    };

const newerFailed: Reread = {
  outcome: 'skipped',
  reason: 'newer_version_failed',
  message: 'A newer file of the document could not be indexed. Retry its job, or send the file again.',
};

const isSameFile = (one: AddedVersion, other: AddedVersion): boolean =>
  one.contentHash === other.contentHash ||
  (one.contentDigest !== undefined && one.contentDigest === other.contentDigest);

type RereadingRun = {
  readonly runId: string;
  readonly context: CommandContext;
  readonly delivery: Delivery;
};

/**
 * Has the file of a live version read again and waits until that ends. The version keeps answering until the new
 * reading is complete, and permanently if that fails. Repeated after a crash, it waits for the reading already begun.
 * Does nothing if a newer version was added meanwhile or the document was withdrawn.
 */
export const rereadDocument = async (
  live: LiveReading,
  services: CommandServices,
  { runId, context, delivery: { signal, rest, progress } }: RereadingRun,
): Promise<Reread> => {
  const { docKey } = live;
  const { versions, withdrawnThrough } = await readDocumentHistory(services.eventStore, docKey);
  const of = versions.find(({ version }) => version === live.version);
  const latest = versions.at(-1);
  if (!of || !latest || withdrawnThrough >= latest.version) return { outcome: 'done' };
  if (latest.reread?.runId !== runId) {
    if (latest.version !== of.version && !isSameFile(latest, of)) {
      const { state } = await loadState(services, indexingJobDecider, streamIdOf('indexing', latest.jobId));
      return state.status === 'FAILED' ? newerFailed : { outcome: 'done' };
    }
    await executeDecider({
      decider: documentDecider,
      streamId: streamIdOf('document', docKey),
      commands: [
        {
          type: 'RereadDocument',
          of,
          after: latest.version,
          jobId: services.identity.derivedId(runId, `${docKey}@${latest.version}`),
          runId,
        },
      ],
      context,
      services,
      subject: documentSubject(docKey),
      phi: of.metadata.containsPhi,
    });
  }
  const asked = (await readDocumentHistory(services.eventStore, docKey)).versions.find(
    ({ reread }) => reread?.runId === runId,
  );
  if (!asked) return { outcome: 'done' };
  rest();
  const end = await awaitIndexing(asked.jobId, services, signal);
  progress();
  signal.throwIfAborted();
  if (end?.state !== 'FAILED') return { outcome: 'done' };
  return {
    outcome: 'failed',
    jobId: asked.jobId,
    reason: end.errorReason ?? 'unknown',
    message: end.errorMessage ?? 'The reading failed for a reason that was not recorded.',
  };
};
