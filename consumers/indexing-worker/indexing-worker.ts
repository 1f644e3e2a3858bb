import { systemContext } from '../../commands/runtime/system-caller.ts';
import { indexingCompleted, indexingFailed, indexingRetried } from '../../domain/indexing/indexing-events.ts';
import { PREEMPTED } from '../../domain/indexing/indexing-job-status.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import type { Delivery } from '../runner/delivery.ts';
import { createEmbeddingCostLedger } from './embedding-cost-ledger.ts';
import type { IndexingServices } from './indexing-services.ts';
import { type ContextOfStep, createJobCommands } from './job-commands.ts';
import { createOlderVersions, versionsOf } from './older-versions.ts';
import type { VersionToIndex } from './version-to-index.ts';
import { createVersionWork } from './work-on-version.ts';

const INDEXING_WORKER = 'indexing-worker';

/** Jobs that are under way or wait for their turn. Waiting costs almost no memory. */
const MAX_JOBS = 256;

/**
 * Without progress, which each stage reports. The longest stage is reading a scanned book: 10,000 pages at a second a
 * page, with the slots shared.
 */
const DEADLINE_MS = 6 * 60 * 60_000;

/**
 * Indexes every document version that is added or retried. A newer version stops the work on older ones, which are
 * superseded when it is complete and resumed if it fails. Up to `concurrency` jobs run at a time and share the slots
 * fairly, so that neither a small document nor the next version of a large one waits until a textbook is done. A job that
 * is ended elsewhere stops immediately.
 */
export const createIndexingWorker = (services: IndexingServices, concurrency = 2): ConsumerDefinition => {
  const costLedger = createEmbeddingCostLedger();
  const jobs = createJobCommands(services, costLedger);
  const older = createOlderVersions(services, jobs);
  const working = createVersionWork({ services, jobs, costLedger, concurrency });

  const contextFor =
    (event: RecordedEvent, { fence }: Delivery): ContextOfStep =>
    (step) =>
      systemContext(event, services.identity.derivedId(event.id, step), INDEXING_WORKER, fence);

  /** The version that an indexing event concerns. */
  const versionOf = async (data: {
    readonly docKey: string;
    readonly version: number;
  }): Promise<VersionToIndex | undefined> =>
    (await versionsOf(services, data.docKey)).find(({ version }) => version === data.version);

  const handle = async (event: RecordedEvent, delivery: Delivery): Promise<void> => {
    const context = contextFor(event, delivery);
    switch (event.type) {
      case documentVersionAdded.type: {
        const version = documentVersionAdded.schema.parse(event.data);
        await jobs.request(version, context('request'));
        await older.stop(version, context);
        await working.work(version, context, delivery);
        return;
      }
      case indexingRetried.type: {
        const version = await versionOf(indexingRetried.schema.parse(event.data));
        if (version) await working.work(version, context, delivery);
        return;
      }
      case indexingFailed.type: {
        const failed = indexingFailed.schema.parse(event.data);
        working.stop(failed.jobId);
        if (failed.reason !== PREEMPTED) await older.resume(failed, context);
        return;
      }
      case indexingCompleted.type: {
        const version = await versionOf(indexingCompleted.schema.parse(event.data));
        if (version) await older.supersede(version, context);
        return;
      }
    }
  };

  return {
    name: INDEXING_WORKER,
    eventTypes: [
      documentVersionAdded.type,
      indexingRetried.type,
      indexingFailed.type,
      indexingCompleted.type,
    ],
    concurrency: MAX_JOBS,
    // The events of one job are handled in order; different jobs do not wait for each other.
    orderingKey: (event) =>
      event.type === documentVersionAdded.type
        ? documentVersionAdded.schema.parse(event.data).jobId
        : `${event.type}/${event.streamId}`,
    // Later events read the state of a version from the log.
    laterEvents: 'pass',
    deadline: DEADLINE_MS,
    handle,
    onParked: async (event, message, delivery) => {
      const version =
        event.type === documentVersionAdded.type
          ? documentVersionAdded.schema.parse(event.data)
          : event.type === indexingRetried.type
            ? await versionOf(indexingRetried.schema.parse(event.data))
            : undefined;
      if (!version) return;
      const text = `Indexing failed several times: ${message} Retry the job once the cause is fixed.`;
      await jobs.fail(
        version,
        { reason: 'unavailable', message: text.slice(0, 500) },
        contextFor(event, delivery)(`parked/${services.identity.newId()}`),
      );
    },
  };
};
