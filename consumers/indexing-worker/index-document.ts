import { executeDecider, type Loaded, loadState } from '../../commands/runtime/execute-decider.ts';
import type { IndexingStage } from '../../domain/indexing/indexing-events.ts';
import {
  type IndexingJob,
  type IndexingJobState,
  indexingJobDecider,
  nextStage,
  readsText,
} from '../../domain/indexing/indexing-job-decider.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { readPublishedChunks } from '../../ports/published-chunks.ts';
import type { Delivery } from '../runner/delivery.ts';
import { createPassageEmbedding, type PublishedChunks, type ReadChunks } from './embed-passages.ts';
import type { EmbeddingCostLedger } from './embedding-cost-ledger.ts';
import type { ScheduledJob } from './fair-scheduler.ts';
import type { IndexingServices } from './indexing-services.ts';
import type { ContextOfStep } from './job-commands.ts';
import { chunk, clean, extract } from './read-stages.ts';
import { missingStage, type StageResult } from './stage-result.ts';
import type { VersionToIndex } from './version-to-index.ts';

/** Distinguishes the steps of a job. */
const labelOf = (result: StageResult, stage: IndexingStage): string => {
  if (result.type === 'RecordChunksEmbedded') return `embed/${result.model}/${result.chunkCount}`;
  if (result.type === 'RecordEmbeddingWithheld') return `withhold/${result.model}/${result.dimensions}`;
  return stage;
};

const isOver = ({ status }: { readonly status: string }): boolean =>
  status === 'COMPLETED' || status === 'SUPERSEDED' || status === 'FAILED';

type IndexingWork = {
  readonly version: VersionToIndex;
  readonly context: ContextOfStep;
  readonly services: IndexingServices;
  readonly costLedger: EmbeddingCostLedger;
  readonly scheduled: ScheduledJob;
  readonly delivery: Delivery;
};

/**
 * Takes a job from its current stage to its end, step by step, one slice per turn. Each step's result is stored before
 * it is recorded, so a crash loses at most the current step. Resolves when the job has been ended elsewhere; rejects
 * with the failure of a stage, or with the signal's reason.
 */
export const indexDocument = async ({
  version,
  context,
  services,
  costLedger,
  scheduled,
  delivery,
}: IndexingWork): Promise<void> => {
  const { signal, progress, rest } = delivery;
  const { jobId, docKey } = version;
  const streamId = streamIdOf('indexing', jobId);
  let seen: Loaded<IndexingJobState> | undefined;

  /** Returns the updated job, or undefined when it is over. */
  const advance = async (command: StageResult, step: string): Promise<IndexingJob | undefined> => {
    seen = await executeDecider({
      decider: indexingJobDecider,
      streamId,
      commands: [command],
      context: context(step),
      services,
      subject: documentSubject(docKey),
      phi: version.metadata.containsPhi,
      ...(seen ? { seen } : {}),
      label: step,
      // A stopped job starts again under the same event, and may have been embedded with another model in between.
      recurs: true,
    });
    return seen.state.status === 'NONE' || isOver(seen.state) ? undefined : seen.state;
  };

  const begin = async (): Promise<IndexingJob | undefined> => {
    seen = await loadState(services, indexingJobDecider, streamId);
    const { state } = seen;
    if (state.status === 'NONE') throw missingStage('extract');
    return isOver(state) ? undefined : advance({ type: 'StartIndexing' }, `start/${state.retryCount}`);
  };

  const readOnce: ReadChunks = async (blob) => ({
    chunks: await readPublishedChunks(services.blobs, blob, documentSubject(docKey)),
  });
  const embedPassages = createPassageEmbedding({ version, services, costLedger, delivery, readOnce });

  const takeStep = async (job: IndexingJob, readChunks: ReadChunks): Promise<IndexingJob | undefined> => {
    const { stages } = job;
    const stage = nextStage(stages);
    if (stage === 'publish') return advance({ type: 'CompleteIndexing' }, 'complete');
    const started = performance.now();
    const result =
      stage === 'extract'
        ? await extract(version, services, signal)
        : stage === 'clean'
          ? await clean(version, stages, services, signal)
          : stage === 'chunk'
            ? await chunk(version, stages, services, signal)
            : await embedPassages(job, readChunks);
    services.metrics.observe('anamnesis_indexing_stage_seconds', (performance.now() - started) / 1000, {
      stage,
    });
    return advance(result, labelOf(result, stage));
  };

  /**
   * The mark of this reading: set from the first stage that reads the text to the end of the last one, and never while the
   * job waits for its turn. Work that is stopped properly removes it.
   */
  const beginMark = () => {
    let isSet = false;
    const keep = async (isNeeded: boolean): Promise<void> => {
      if (isNeeded === isSet) return;
      if (isNeeded) await services.readingMarks.set(jobId);
      else await services.readingMarks.clear(jobId);
      isSet = isNeeded;
    };
    return {
      keepFor: (job: IndexingJob) => keep(readsText(nextStage(job.stages))),
      // Once more than necessary counts at most one abrupt end too many.
      end: () => keep(false).catch(() => {}),
    };
  };

  /** Works until the job is over or another one should go first. The chunks are in memory during a slice only. */
  const slice = async (before: IndexingJob | undefined): Promise<IndexingJob | undefined> => {
    let chunks: Promise<PublishedChunks> | undefined;
    const readChunks: ReadChunks = (blob) => {
      chunks ??= readOnce(blob);
      return chunks;
    };
    progress();
    let job = before ?? (await begin());
    const mark = beginMark();
    try {
      while (job) {
        signal.throwIfAborted();
        await mark.keepFor(job);
        job = await takeStep(job, readChunks);
        progress();
        if (scheduled.shouldYield()) return job;
      }
      return undefined;
    } finally {
      await mark.end();
    }
  };

  /** Waiting for a turn among many jobs may take hours and does not count against the deadline. */
  const nextSlice = (before: IndexingJob | undefined): Promise<IndexingJob | undefined> => {
    rest();
    return scheduled.run(() => slice(before), signal);
  };
  let job = await nextSlice(undefined);
  while (job) job = await nextSlice(job);
};
