import type { Decider, Decision } from '../kernel/decider.ts';
import type { FailureReason } from '../kernel/failure.ts';
import { refuse } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { ok, type Result } from '../kernel/result.ts';
import type { FoundMetadata } from '../knowledge/found-metadata/found-metadata.ts';
import type { PhiScreen } from '../privacy/phi-screen.ts';
import type { IndexingEvent, IndexingStage } from './indexing-events.ts';
import {
  CANCELLED,
  canTransition,
  HARMFUL,
  hasRetriesLeft,
  type IndexingJobStatus,
  MAX_RETRIES,
  PREEMPTED,
  wasStopped,
} from './indexing-job-status.ts';

type DataOf<Type extends IndexingEvent['type']> = Extract<IndexingEvent, { type: Type }>['data'];
type JobIdentity = { readonly jobId: string; readonly docKey: string; readonly version: number };
type Recording<Type extends IndexingEvent['type'], Command extends string> = {
  readonly type: Command;
} & Readonly<Omit<DataOf<Type>, keyof JobIdentity>>;

type RequestIndexing = { readonly type: 'RequestIndexing' } & Readonly<DataOf<'IndexingRequested'>>;
type StartIndexing = { readonly type: 'StartIndexing' };
type RecordTextExtracted = Recording<'TextExtracted', 'RecordTextExtracted'>;
type RecordTextCleaned = Recording<'TextCleaned', 'RecordTextCleaned'>;
type RecordChunksCreated = Recording<'ChunksCreated', 'RecordChunksCreated'>;
/** May be recorded part by part; the last part has the vectors of all chunks. */
type RecordChunksEmbedded = Recording<'ChunksEmbedded', 'RecordChunksEmbedded'>;
/** All chunks were also embedded with another model. */
type RecordChunksReembedded = Recording<'ChunksReembedded', 'RecordChunksReembedded'>;
/** The version is withheld from a model because it holds PHI. */
type RecordEmbeddingWithheld = Recording<'EmbeddingWithheld', 'RecordEmbeddingWithheld'>;
/** Reading the text was interrupted. */
type RecordInterruption = {
  readonly type: 'RecordInterruption';
  readonly cause: DataOf<'ReadingInterrupted'>['cause'];
};
type CompleteIndexing = { readonly type: 'CompleteIndexing' };
type FailIndexing = Recording<'IndexingFailed', 'FailIndexing'>;
type RetryIndexing = { readonly type: 'RetryIndexing' };
/** A user cancels an unfinished job. */
type CancelIndexing = { readonly type: 'CancelIndexing' };
type SupersedeIndexing = Recording<'IndexingSuperseded', 'SupersedeIndexing'>;

export type IndexingCommand =
  | RequestIndexing
  | StartIndexing
  | RecordTextExtracted
  | RecordTextCleaned
  | RecordChunksCreated
  | RecordChunksEmbedded
  | RecordChunksReembedded
  | RecordEmbeddingWithheld
  | RecordInterruption
  | CompleteIndexing
  | FailIndexing
  | RetryIndexing
  | CancelIndexing
  | SupersedeIndexing;

type ModelName = { readonly model: string; readonly dimensions: number };

/** The results of the finished stages. A worker continues after the last one. */
export type FinishedStages = {
  readonly extract?: { readonly blob: string; readonly pages: number; readonly reader?: number | undefined };
  readonly clean?: { readonly blob: string };
  readonly chunk?: {
    readonly blob: string;
    readonly chunkCount: number;
    readonly title: string;
    readonly protocolNumber?: string | undefined;
    readonly found?: FoundMetadata | undefined;
    readonly phiScreen?: PhiScreen | undefined;
    readonly reader?: number | undefined;
  };
  /** Complete when its `chunkCount` equals that of `chunk`; partial before. */
  readonly embed?: {
    /** Blobs with the vectors from the first chunk on, in order. */
    readonly parts: readonly string[];
    readonly chunkCount: number;
    readonly model: string;
    readonly dimensions: number;
    /** The model in use that it replaced. */
    readonly withheldFrom?: ModelName | undefined;
  };
};

export type IndexingJob = JobIdentity & {
  readonly status: IndexingJobStatus;
  readonly contentHash: string;
  /** Retries after failures so far, 0 to 3. */
  readonly retryCount: number;
  readonly stages: FinishedStages;
  /** The reason why the job is FAILED, or was before it was SUPERSEDED. */
  readonly failure?: { readonly stage: IndexingStage; readonly reason: string; readonly message: string };
  /** Additional models with vectors of all chunks, as `<name>/<dimensions>`. */
  readonly reembedded: readonly string[];
  /** Models from which the version is withheld. */
  readonly withheldFrom: readonly ModelName[];
  /** Interruptions since the last finished stage or the last requested retry. */
  readonly interruptions: readonly DataOf<'ReadingInterrupted'>['cause'][];
  readonly supersededBy?: { readonly jobId: string; readonly version: number };
};

export type IndexingJobState = { readonly status: 'NONE' } | IndexingJob;

const isEmbedded = ({ chunk, embed }: FinishedStages): boolean =>
  chunk !== undefined && embed !== undefined && embed.chunkCount === chunk.chunkCount;

/** The stage at which a worker continues: the first one without a result. */
export const nextStage = (stages: FinishedStages): IndexingStage => {
  if (!stages.extract) return 'extract';
  if (!stages.clean) return 'clean';
  if (!stages.chunk) return 'chunk';
  return isEmbedded(stages) ? 'publish' : 'embed';
};

/** True for a stage that reads the file or its text. Those after chunking depend on services more than on the file. */
export const readsText = (stage: IndexingStage): boolean => stage !== 'embed' && stage !== 'publish';

const identityOf = ({ jobId, docKey, version }: JobIdentity): JobIdentity => ({ jobId, docKey, version });

const wrongStatus = (job: IndexingJob, wish: string): Result<never, FailureReason> =>
  refuse('rule_violated', `A ${job.status} indexing job cannot be ${wish}.`, {
    details: { state: job.status },
  });

const request = (command: RequestIndexing, state: IndexingJobState): Decision<IndexingEvent> => {
  if (state.status === 'NONE') {
    const { type: _, ...data } = command;
    return ok([{ type: 'IndexingRequested', data }]);
  }
  return command.docKey === state.docKey && command.version === state.version
    ? ok([])
    : refuse('conflict', 'The indexing job already exists for another document version.');
};

/** Resuming a RUNNING job after a crash records no event. */
const start = (job: IndexingJob): Decision<IndexingEvent> => {
  if (job.status === 'RUNNING') return ok([]);
  if (!canTransition(job.status, 'RUNNING')) return wrongStatus(job, 'started');
  return ok([{ type: 'IndexingStarted', data: { ...identityOf(job), attempt: job.retryCount + 1 } }]);
};

/** The most workers that one file may crash or stall. */
const MAX_LOST_WORKERS = 2;
/**
 * The most processes that may end abruptly while they read one text without finishing a stage. A reader runs in a process
 * of its own, so an abrupt end of the server is rarely the fault of the file; but a file whose fault it is would cause
 * one at each start.
 */
const MAX_LOST_PROCESSES = 4;

/** Why a file is not read again after these interruptions; `undefined` when it may be. */
const harmOf = (causes: IndexingJob['interruptions']): string | undefined => {
  const processes = causes.filter((cause) => cause === 'process_ended').length;
  if (causes.length - processes >= MAX_LOST_WORKERS)
    return 'Reading this file has repeatedly crashed or stalled the reader. It will not be retried: fix the file.';
  if (processes >= MAX_LOST_PROCESSES)
    return 'The server ended abruptly each time while it read this file. It will not be read again at each start: retry the job if something else ended the server, or fix the file.';
  return undefined;
};

const interrupt = ({ cause }: RecordInterruption, job: IndexingJob): Decision<IndexingEvent> => {
  const stage = nextStage(job.stages);
  if (job.status !== 'RUNNING' || !readsText(stage)) return ok([]);
  const identity = identityOf(job);
  const interrupted: IndexingEvent = { type: 'ReadingInterrupted', data: { ...identity, stage, cause } };
  const message = harmOf([...job.interruptions, cause]);
  if (message === undefined) return ok([interrupted]);
  return ok([
    interrupted,
    { type: 'IndexingFailed', data: { ...identity, stage, reason: HARMFUL, message } },
  ]);
};

type StageCommand = RecordTextExtracted | RecordTextCleaned | RecordChunksCreated | RecordChunksEmbedded;

const stageOf = {
  RecordTextExtracted: 'extract',
  RecordTextCleaned: 'clean',
  RecordChunksCreated: 'chunk',
  RecordChunksEmbedded: 'embed',
} as const satisfies Record<StageCommand['type'], IndexingStage>;

/** True when the command repeats a recorded result, as after a redelivery. */
const isRecorded = (command: StageCommand, stages: FinishedStages): boolean => {
  if (command.type !== 'RecordChunksEmbedded') return stages[stageOf[command.type]] !== undefined;
  if (!stages.embed) return false;
  return (
    isEmbedded(stages) ||
    (command.model === stages.embed.model && command.chunkCount <= stages.embed.chunkCount)
  );
};

const stageEvent = (command: StageCommand, job: IndexingJob): IndexingEvent => {
  const identity = identityOf(job);
  switch (command.type) {
    case 'RecordTextExtracted': {
      const { type: _, ...result } = command;
      return { type: 'TextExtracted', data: { ...identity, ...result } };
    }
    case 'RecordTextCleaned': {
      const { type: _, ...result } = command;
      return { type: 'TextCleaned', data: { ...identity, ...result } };
    }
    case 'RecordChunksCreated': {
      const { type: _, ...result } = command;
      return { type: 'ChunksCreated', data: { ...identity, ...result } };
    }
    case 'RecordChunksEmbedded': {
      const { type: _, ...result } = command;
      return { type: 'ChunksEmbedded', data: { ...identity, ...result } };
    }
  }
};

/** The reason why the vectors do not fit the recorded ones. */
const misfit = (command: RecordChunksEmbedded, { chunk, embed }: FinishedStages): string | undefined => {
  const total = chunk?.chunkCount ?? 0;
  if (command.chunkCount > total) return 'More chunks were embedded than were created.';
  if (command.firstChunk === undefined) return undefined;
  if (command.chunkCount === total) return 'The last part must contain all vectors.';
  return command.model === embed?.model && command.firstChunk === embed.chunkCount
    ? undefined
    : 'The vectors do not begin where the previous ones ended.';
};

const record = (command: StageCommand, job: IndexingJob): Decision<IndexingEvent> => {
  if (isRecorded(command, job.stages)) return ok([]);
  if (job.status !== 'RUNNING') return wrongStatus(job, 'worked on');
  const stage = stageOf[command.type];
  const expected = nextStage(job.stages);
  if (stage !== expected) {
    return refuse('rule_violated', `The stage "${stage}" is out of order: the next one is "${expected}".`);
  }
  const problem = command.type === 'RecordChunksEmbedded' ? misfit(command, job.stages) : undefined;
  if (problem !== undefined) return refuse('rule_violated', problem);
  return ok([stageEvent(command, job)]);
};

const reembed = (command: RecordChunksReembedded, job: IndexingJob): Decision<IndexingEvent> => {
  if (job.status !== 'COMPLETED' && job.status !== 'SUPERSEDED') return wrongStatus(job, 'embedded again');
  const { type: _, ...result } = command;
  if (isReembedded(job, { name: result.model, dimensions: result.dimensions })) return ok([]);
  if (result.chunkCount !== job.stages.chunk?.chunkCount)
    return refuse('rule_violated', 'Not all chunks were embedded again.');
  return ok([{ type: 'ChunksReembedded', data: { ...identityOf(job), ...result } }]);
};

const withhold = (command: RecordEmbeddingWithheld, job: IndexingJob): Decision<IndexingEvent> => {
  if (isWithheld(job, { name: command.model, dimensions: command.dimensions })) return ok([]);
  if (job.status !== 'RUNNING' && job.status !== 'COMPLETED' && job.status !== 'SUPERSEDED')
    return wrongStatus(job, 'withheld from a model');
  const { type: _, ...result } = command;
  return ok([{ type: 'EmbeddingWithheld', data: { ...identityOf(job), ...result } }]);
};

/**
 * The reader version of a document version: the older of the two if the program was upgraded between reading and
 * chunking.
 */
const readerOf = ({ extract, chunk }: FinishedStages): number | undefined =>
  extract?.reader === undefined || chunk?.reader === undefined
    ? undefined
    : Math.min(extract.reader, chunk.reader);

const complete = (job: IndexingJob): Decision<IndexingEvent> => {
  if (job.status === 'COMPLETED') return ok([]);
  if (!canTransition(job.status, 'COMPLETED')) return wrongStatus(job, 'completed');
  const { extract, chunk, embed } = job.stages;
  const embeddingsBlob = embed?.parts[0];
  if (!extract || !chunk || !embed || embeddingsBlob === undefined || !isEmbedded(job.stages)) {
    return refuse('rule_violated', `The job is not finished: the next stage is "${nextStage(job.stages)}".`);
  }
  return ok([
    {
      type: 'IndexingCompleted',
      data: {
        ...identityOf(job),
        title: chunk.title,
        ...omitUndefined({ protocolNumber: chunk.protocolNumber, found: chunk.found }),
        pages: extract.pages,
        chunkCount: chunk.chunkCount,
        chunksBlob: chunk.blob,
        embeddingsBlob,
        model: embed.model,
        dimensions: embed.dimensions,
        ...omitUndefined({
          phiScreen: chunk.phiScreen,
          withheldFrom: embed.withheldFrom,
          reader: readerOf(job.stages),
        }),
      },
    },
  ]);
};

const fail = (command: FailIndexing, job: IndexingJob): Decision<IndexingEvent> => {
  if (job.status === 'FAILED') return ok([]);
  if (!canTransition(job.status, 'FAILED')) return wrongStatus(job, 'failed');
  const { type: _, ...failed } = command;
  return ok([{ type: 'IndexingFailed', data: { ...identityOf(job), ...failed } }]);
};

const retry = (job: IndexingJob): Decision<IndexingEvent> => {
  if (!canTransition(job.status, 'PENDING')) return wrongStatus(job, 'retried');
  if (!hasRetriesLeft(job.retryCount, job.failure?.reason)) {
    return refuse(
      'rule_violated',
      `The job has reached the limit of ${MAX_RETRIES} retries. After fixing the cause, ingest the file again to start over.`,
      {
        details: { retryCount: job.retryCount, maxRetries: MAX_RETRIES },
      },
    );
  }
  const retryCount = wasStopped(job.failure?.reason) ? job.retryCount : job.retryCount + 1;
  return ok([{ type: 'IndexingRetried', data: { ...identityOf(job), retryCount } }]);
};

/** The state table has no separate state for this: a cancelled job is FAILED, and may be retried. */
const cancel = (job: IndexingJob): Decision<IndexingEvent> => {
  if (job.status === 'FAILED' && job.failure?.reason === CANCELLED) return ok([]);
  if (job.status !== 'PENDING' && job.status !== 'RUNNING') return wrongStatus(job, 'cancelled');
  const data = {
    ...identityOf(job),
    stage: nextStage(job.stages),
    reason: CANCELLED,
    message: 'The job was cancelled.',
  };
  return ok([{ type: 'IndexingFailed', data }]);
};

/** The state table allows only finished jobs to be superseded: an unfinished job fails first. */
const supersede = (command: SupersedeIndexing, job: IndexingJob): Decision<IndexingEvent> => {
  if (job.status === 'SUPERSEDED') return ok([]);
  if (command.byVersion <= job.version) {
    return refuse('rule_violated', 'Only a newer version of the document can replace this one.');
  }
  const { byJobId, byVersion } = command;
  const superseded: IndexingEvent = {
    type: 'IndexingSuperseded',
    data: { ...identityOf(job), byJobId, byVersion },
  };
  if (canTransition(job.status, 'SUPERSEDED')) return ok([superseded]);
  const failed: IndexingEvent = {
    type: 'IndexingFailed',
    data: {
      ...identityOf(job),
      stage: nextStage(job.stages),
      reason: PREEMPTED,
      message: `Version ${byVersion} of the document takes its place.`,
    },
  };
  return ok([failed, superseded]);
};

const decide = (command: IndexingCommand, state: IndexingJobState): Decision<IndexingEvent> => {
  if (command.type === 'RequestIndexing') return request(command, state);
  if (state.status === 'NONE') return refuse('not_found', 'There is no such indexing job.');
  switch (command.type) {
    case 'StartIndexing':
      return start(state);
    case 'RecordTextExtracted':
    case 'RecordTextCleaned':
    case 'RecordChunksCreated':
    case 'RecordChunksEmbedded':
      return record(command, state);
    case 'RecordChunksReembedded':
      return reembed(command, state);
    case 'RecordEmbeddingWithheld':
      return withhold(command, state);
    case 'RecordInterruption':
      return interrupt(command, state);
    case 'CompleteIndexing':
      return complete(state);
    case 'FailIndexing':
      return fail(command, state);
    case 'RetryIndexing':
      return retry(state);
    case 'CancelIndexing':
      return cancel(state);
    case 'SupersedeIndexing':
      return supersede(command, state);
  }
};

const withStage = (job: IndexingJob, stages: FinishedStages): IndexingJob => ({
  ...job,
  interruptions: [],
  stages: { ...job.stages, ...stages },
});

const evolveJob = (job: IndexingJob, event: IndexingEvent): IndexingJob => {
  switch (event.type) {
    case 'IndexingRequested':
      return job;
    case 'IndexingStarted':
      return { ...job, status: 'RUNNING' };
    case 'ReadingInterrupted':
      return { ...job, interruptions: [...job.interruptions, event.data.cause] };
    case 'TextExtracted': {
      const { blob, pages, reader } = event.data;
      return withStage(job, { extract: { blob, pages, reader } });
    }
    case 'TextCleaned':
      return withStage(job, { clean: { blob: event.data.blob } });
    case 'ChunksCreated': {
      const { blob, chunkCount, title, protocolNumber, found, phiScreen, reader } = event.data;
      return withStage(job, { chunk: { blob, chunkCount, title, protocolNumber, found, phiScreen, reader } });
    }
    case 'ChunksEmbedded': {
      const { blob, firstChunk, chunkCount, model, dimensions, withheldFrom } = event.data;
      const parts = firstChunk === undefined ? [blob] : [...(job.stages.embed?.parts ?? []), blob];
      return withStage(job, { embed: { parts, chunkCount, model, dimensions, withheldFrom } });
    }
    case 'ChunksReembedded':
      return { ...job, reembedded: [...job.reembedded, `${event.data.model}/${event.data.dimensions}`] };
    case 'EmbeddingWithheld': {
      const { model, dimensions } = event.data;
      return { ...job, withheldFrom: [...job.withheldFrom, { model, dimensions }] };
    }
    case 'IndexingCompleted':
      return { ...job, status: 'COMPLETED' };
    case 'IndexingFailed': {
      const { stage, reason, message } = event.data;
      return { ...job, status: 'FAILED', failure: { stage, reason, message } };
    }
    case 'IndexingRetried': {
      const { failure: _, ...rest } = job;
      return { ...rest, interruptions: [], status: 'PENDING', retryCount: event.data.retryCount };
    }
    case 'IndexingSuperseded': {
      const { byJobId, byVersion } = event.data;
      return { ...job, status: 'SUPERSEDED', supersededBy: { jobId: byJobId, version: byVersion } };
    }
  }
};

/** True when the model's vectors of all chunks exist in addition to those of the indexing. */
export const isReembedded = (
  state: IndexingJobState,
  { name, dimensions }: { readonly name: string; readonly dimensions: number },
): boolean => state.status !== 'NONE' && state.reembedded.includes(`${name}/${dimensions}`);

/** True when the version is recorded as withheld from the model. */
export const isWithheld = (
  state: IndexingJobState,
  { name, dimensions }: { readonly name: string; readonly dimensions: number },
): boolean =>
  state.status !== 'NONE' &&
  state.withheldFrom.some((from) => from.model === name && from.dimensions === dimensions);

/** The lifecycle of one indexing job. Every recording may be repeated: a known result yields no event. */
export const indexingJobDecider: Decider<IndexingCommand, IndexingEvent, IndexingJobState> = {
  initialState: { status: 'NONE' },
  decide,
  evolve: (state, event) => {
    if (state.status !== 'NONE') return evolveJob(state, event);
    if (event.type !== 'IndexingRequested') return state;
    const { contentHash, ...identity } = event.data;
    return {
      ...identity,
      contentHash,
      status: 'PENDING',
      retryCount: 0,
      stages: {},
      interruptions: [],
      reembedded: [],
      withheldFrom: [],
    };
  },
};
