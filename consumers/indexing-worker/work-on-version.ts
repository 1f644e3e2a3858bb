import { Failure } from '../../domain/kernel/failure.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { Delivery } from '../runner/delivery.ts';
import { isPermanentRefusal } from '../runner/is-permanent-refusal.ts';
import type { EmbeddingCostLedger } from './embedding-cost-ledger.ts';
import { createFairScheduler } from './fair-scheduler.ts';
import { indexDocument } from './index-document.ts';
import type { IndexingServices } from './indexing-services.ts';
import type { ContextOfStep, JobCommands } from './job-commands.ts';
import type { VersionToIndex } from './version-to-index.ts';

/** Bytes above which a file may be a textbook, which takes minutes; files of this size share the text extractor too. */
const LARGE_FILE = 5 * 1024 * 1024;

/**
 * A failure that a retry cannot fix: the file itself is at fault, a rule forbids it, or a service refuses the request
 * permanently.
 */
const isFinal = (error: unknown): error is Failure =>
  error instanceof Failure &&
  (error.reason.code === 'rule_violated' || error.reason.code === 'not_found' || isPermanentRefusal(error));

/** The problem, and the remedy where the message of a service names none. */
const messageOf = (failed: Failure): string => {
  const { message } = failed.reason;
  return isPermanentRefusal(failed) ? `${message} Retry the job once that is fixed.` : message;
};

/** How the thread that read the text was lost, if it was. */
const causeOf = (error: unknown) => {
  const reason = error instanceof Failure ? error.reason.details?.reason : undefined;
  if (reason === 'extractor_crashed') return 'worker_ended';
  return reason === 'extraction_timeout' ? 'worker_stalled' : undefined;
};

const reasonOf = ({ reason }: Failure): string =>
  typeof reason.details?.reason === 'string' ? reason.details.reason : reason.code;

/** Works on the jobs of versions in this process. */
export type VersionWork = {
  /** Indexes a version in its turn; resolves when its job is over, however it ended. */
  readonly work: (version: VersionToIndex, context: ContextOfStep, delivery: Delivery) => Promise<void>;
  /** Stops the work on a job that has ended elsewhere. */
  readonly stop: (jobId: string) => void;
};

type WorkServices = {
  readonly services: IndexingServices;
  readonly jobs: JobCommands;
  readonly costLedger: EmbeddingCostLedger;
  /** Jobs worked on at a time. */
  readonly concurrency: number;
};

export const createVersionWork = ({ services, jobs, costLedger, concurrency }: WorkServices): VersionWork => {
  const slots = createFairScheduler(concurrency);
  /** The controllers that stop the work on a job, by job id. */
  const underWay = new Map<string, Set<AbortController>>();
  /** Jobs begun by this process: an attempt repeated here was not interrupted by the end of a process. */
  const begun = new Set<string>();

  const work: VersionWork['work'] = async (version, context, delivery) => {
    const turn = slots.join({ isLarge: version.size > LARGE_FILE });
    const ended = new AbortController();
    const others = underWay.get(version.jobId) ?? new Set();
    underWay.set(version.jobId, others.add(ended));
    try {
      if (!begun.has(version.jobId)) {
        begun.add(version.jobId);
        // A mark from before: the process that read it ended abruptly or lost its lease.
        if (await services.readingMarks.take(version.jobId)) {
          const lost = { type: 'RecordInterruption', cause: 'process_ended' } as const;
          const { state } = await jobs.decide(version, lost, context(`lost/${services.identity.newId()}`));
          if (state.status === 'FAILED') return;
        }
      }
      const signal = anySignal([delivery.signal, ended.signal]);
      await indexDocument({
        version,
        context,
        services,
        costLedger,
        scheduled: turn,
        delivery: { ...delivery, signal },
      });
      begun.delete(version.jobId);
    } catch (error) {
      if (delivery.signal.aborted) throw error;
      if (ended.signal.aborted) return;
      const cause = causeOf(error);
      if (cause !== undefined) {
        const command = { type: 'RecordInterruption', cause } as const;
        const { state } = await jobs.decide(
          version,
          command,
          context(`interrupted/${services.identity.newId()}`),
        );
        if (state.status === 'FAILED') return;
      }
      if (!isFinal(error)) throw error;
      await jobs.fail(version, { reason: reasonOf(error), message: messageOf(error) }, context('fail'));
      begun.delete(version.jobId);
    } finally {
      turn.leave();
      others.delete(ended);
      if (others.size === 0) underWay.delete(version.jobId);
    }
  };

  return {
    work,
    stop: (jobId) => {
      for (const ended of underWay.get(jobId) ?? []) ended.abort();
    },
  };
};
