import type { CommandContext } from '../../commands/runtime/command-context.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { pricedAt } from '../../domain/indexing/embedding-cost.ts';
import { indexingCompleted, indexingFailed, indexingRetried } from '../../domain/indexing/indexing-events.ts';
import {
  type IndexingCommand,
  type IndexingJobState,
  indexingJobDecider,
  nextStage,
} from '../../domain/indexing/indexing-job-decider.ts';
import { PREEMPTED } from '../../domain/indexing/indexing-job-status.ts';
import { type VersionJobStatus, versionToResume } from '../../domain/indexing/version-to-resume.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { readDocumentHistory } from '../../ports/read-document-history.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import type { Delivery } from '../runner/delivery.ts';
import { isPermanentRefusal } from '../runner/is-permanent-refusal.ts';
import { createEmbeddingCostLedger } from './embedding-cost-ledger.ts';
import { createFairScheduler } from './fair-scheduler.ts';
import { indexDocument } from './index-document.ts';
import type { IndexingServices } from './indexing-services.ts';
import type { VersionToIndex } from './version-to-index.ts';

const INDEXING_WORKER = 'indexing-worker';

/** Jobs that have a stream and wait for their turn, or are under way. Waiting takes next to no memory. */
const MAX_JOBS = 256;

/**
 * Without progress, which each stage tells of. The longest stage is reading a scanned book: 10,000 pages at a second a
 * page, with the slots shared.
 */
const DEADLINE_MS = 6 * 60 * 60_000;

/** Bytes above which a file may be a textbook, which takes minutes; files of this size share the text extractor too. */
const LARGE_FILE = 5 * 1024 * 1024;

/** All versions that a document ever had, oldest first. */
const versionsOf = async (services: IndexingServices, docKey: string): Promise<readonly VersionToIndex[]> =>
  (await readDocumentHistory(services.eventStore, docKey)).versions;

/**
 * A failure that a retry cannot mend: the file itself is at fault, a rule forbids it, or a service refuses the request
 * permanently.
 */
const isFinal = (error: unknown): error is Failure =>
  error instanceof Failure &&
  (error.reason.code === 'rule_violated' || error.reason.code === 'not_found' || isPermanentRefusal(error));

/** What is wrong, and what to do where a service says only the first. */
const messageOf = (failed: Failure): string => {
  const { message } = failed.reason;
  return isPermanentRefusal(failed) ? `${message} Retry the job once that is mended.` : message;
};

/** How the thread that read the text was lost, where it was. */
const causeOf = (error: unknown) => {
  const reason = error instanceof Failure ? error.reason.details?.reason : undefined;
  if (reason === 'extractor_crashed') return 'worker_ended';
  return reason === 'extraction_timeout' ? 'worker_stalled' : undefined;
};

const reasonOf = ({ reason }: Failure): string =>
  typeof reason.details?.reason === 'string' ? reason.details.reason : reason.code;

/**
 * Indexes every document version that is added or retried. A newer version stops the work on older ones, which are
 * superseded once it is complete and taken up again if it fails. Up to `concurrency` jobs are worked on at a time and
 * share it fairly, so that neither a small document nor the next version of a large one waits until a textbook is done.
 * A job that is ended elsewhere stops at once.
 */
export const createIndexingWorker = (services: IndexingServices, concurrency = 2): ConsumerDefinition => {
  const slots = createFairScheduler(concurrency);
  const costLedger = createEmbeddingCostLedger();
  /** What stops the work on a job, by job id. */
  const underWay = new Map<string, Set<AbortController>>();
  /** Jobs that were begun by this process: what is tried again here was not interrupted by its end. */
  const begun = new Set<string>();

  const contextFor =
    (event: RecordedEvent, { fence }: Delivery) =>
    (step: string): CommandContext =>
      systemContext(event, services.identity.derivedId(event.id, step), INDEXING_WORKER, fence);

  const decide = (
    version: VersionToIndex,
    command: IndexingCommand | ((state: IndexingJobState) => readonly IndexingCommand[]),
    context: CommandContext,
  ) =>
    executeDecider({
      decider: indexingJobDecider,
      streamId: streamIdOf('indexing', version.jobId),
      commands: typeof command === 'function' ? command : [command],
      context,
      services,
      subject: documentSubject(version.docKey),
      phi: version.metadata.containsPhi,
      // The event may be delivered again after its job was stopped or failed, and then retried.
      recurs: true,
    });

  const stateOf = async ({ jobId }: VersionToIndex): Promise<IndexingJobState> =>
    (await loadState(services, indexingJobDecider, streamIdOf('indexing', jobId))).state;

  const isUnderWay = async (version: VersionToIndex): Promise<boolean> => {
    const { status } = await stateOf(version);
    return status === 'PENDING' || status === 'RUNNING';
  };

  const request = (version: VersionToIndex, context: CommandContext) => {
    const { jobId, docKey, contentHash } = version;
    return decide(
      version,
      { type: 'RequestIndexing', jobId, docKey, version: version.version, contentHash },
      context,
    );
  };

  /** Ends the jobs of older versions for good, once the newer version is complete. */
  const supersedeOlder = async (
    newer: VersionToIndex,
    context: (step: string) => CommandContext,
  ): Promise<void> => {
    for (const older of await versionsOf(services, newer.docKey)) {
      if (older.version >= newer.version) continue;
      // A version that was added at the same moment may not have a job yet: it gets one, to be ended properly.
      await request(older, context(`request/${older.jobId}`));
      await decide(
        older,
        { type: 'SupersedeIndexing', byJobId: newer.jobId, byVersion: newer.version },
        context(`supersede/${older.jobId}`),
      );
    }
  };

  const fail = async (
    version: VersionToIndex,
    reason: string,
    message: string,
    context: CommandContext,
  ): Promise<void> => {
    const costUsd = costLedger.settle(version.jobId);
    const price = costUsd === 0 ? {} : pricedAt(costUsd);
    await decide(
      version,
      (state) =>
        state.status === 'PENDING' || state.status === 'RUNNING'
          ? [{ type: 'FailIndexing', stage: nextStage(state.stages), reason, message, ...price }]
          : [],
      context,
    );
  };

  const jobStatusOf = async (version: VersionToIndex): Promise<VersionJobStatus> => {
    const state = await stateOf(version);
    return {
      version: version.version,
      status: state.status,
      ...(state.status === 'NONE' ? {} : { reason: state.failure?.reason }),
    };
  };

  /** Takes an older version up again that had been stopped for the one that has failed. */
  const resumeOlder = async (
    failed: { readonly docKey: string; readonly version: number },
    context: (step: string) => CommandContext,
  ): Promise<void> => {
    const { versions, withdrawnThrough } = await readDocumentHistory(services.eventStore, failed.docKey);
    const kept = versions.filter(({ version }) => version > withdrawnThrough);
    const jobStatuses: VersionJobStatus[] = [];
    for (const version of kept) jobStatuses.push(await jobStatusOf(version));
    const wanted = versionToResume(failed.version, jobStatuses);
    const older = kept.find(({ version }) => version === wanted);
    if (!older) return;
    await decide(
      older,
      (state) =>
        state.status === 'FAILED' && state.failure?.reason === PREEMPTED ? [{ type: 'RetryIndexing' }] : [],
      context(`take-up/${older.jobId}`),
    );
  };

  /**
   * Stops the work on older versions while the newer one is indexed. They are not superseded yet: should the newer one
   * turn out to be broken, the document must not be lost.
   */
  const stopOlder = async (
    newer: VersionToIndex,
    context: (step: string) => CommandContext,
  ): Promise<void> => {
    // The event may come again, when the newer version has failed already and an older one was taken up again.
    if (!(await isUnderWay(newer))) return;
    for (const older of await versionsOf(services, newer.docKey)) {
      if (older.version >= newer.version) continue;
      await fail(
        older,
        PREEMPTED,
        `Version ${newer.version} of the document is indexed in its place. If that fails, this one is taken up again by itself.`,
        context(`overtaken/${older.jobId}`),
      );
    }
    // Had it failed before they were stopped, no job would resume them.
    if (!(await isUnderWay(newer))) await resumeOlder(newer, context);
  };

  const work = async (
    version: VersionToIndex,
    context: (step: string) => CommandContext,
    delivery: Delivery,
  ): Promise<void> => {
    const turn = slots.join({ isLarge: version.size > LARGE_FILE });
    const ended = new AbortController();
    const others = underWay.get(version.jobId) ?? new Set();
    underWay.set(version.jobId, others.add(ended));
    try {
      if (!begun.has(version.jobId)) {
        begun.add(version.jobId);
        // RUNNING and not begun here: the process that was at it has ended, or lost its lease.
        const lost = { type: 'RecordInterruption', cause: 'process_ended' } as const;
        const { state } = await decide(version, lost, context(`lost/${services.identity.newId()}`));
        if (state.status === 'FAILED') return;
      }
      const signal = AbortSignal.any([delivery.signal, ended.signal]);
      await indexDocument(version, context, services, costLedger, turn, { ...delivery, signal });
      begun.delete(version.jobId);
    } catch (error) {
      if (delivery.signal.aborted) throw error;
      if (ended.signal.aborted) return;
      const cause = causeOf(error);
      if (cause !== undefined) {
        const command = { type: 'RecordInterruption', cause } as const;
        const { state } = await decide(version, command, context(`interrupted/${services.identity.newId()}`));
        if (state.status === 'FAILED') return;
      }
      if (!isFinal(error)) throw error;
      await fail(version, reasonOf(error), messageOf(error), context('fail'));
      begun.delete(version.jobId);
    } finally {
      turn.leave();
      others.delete(ended);
      if (others.size === 0) underWay.delete(version.jobId);
    }
  };

  /** The version that an indexing event is about. */
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
        await request(version, context('request'));
        await stopOlder(version, context);
        await work(version, context, delivery);
        return;
      }
      case indexingRetried.type: {
        const version = await versionOf(indexingRetried.schema.parse(event.data));
        if (version) await work(version, context, delivery);
        return;
      }
      case indexingFailed.type: {
        const failed = indexingFailed.schema.parse(event.data);
        for (const ended of underWay.get(failed.jobId) ?? []) ended.abort();
        if (failed.reason !== PREEMPTED) await resumeOlder(failed, context);
        return;
      }
      case indexingCompleted.type: {
        const version = await versionOf(indexingCompleted.schema.parse(event.data));
        if (version) await supersedeOlder(version, context);
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
    // A job's own events come one after the other; different jobs do not wait for each other.
    orderingKey: (event) =>
      event.type === documentVersionAdded.type
        ? documentVersionAdded.schema.parse(event.data).jobId
        : `${event.type}/${event.streamId}`,
    // A version's standing is read from the log by whatever comes next.
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
      await fail(
        version,
        'unavailable',
        `Indexing failed several times: ${message} Retry the job once the cause is mended.`.slice(0, 500),
        contextFor(event, delivery)(`parked/${services.identity.newId()}`),
      );
    },
  };
};
