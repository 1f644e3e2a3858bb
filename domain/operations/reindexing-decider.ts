import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import type { ReindexingEvent, ReindexingProgress } from './reindexing-events.ts';

/** The stream of all runs: at most one is under way. */
export const reindexingStream = streamIdOf('settings', 'reindexing');

type DataOf<Type extends ReindexingEvent['type']> = Readonly<
  Extract<ReindexingEvent, { type: Type }>['data']
>;

type RequestReindexing = { readonly type: 'RequestReindexing' } & DataOf<'ReindexingRequested'>;
/** A person stops the run under way. */
type CancelReindexing = { readonly type: 'CancelReindexing' };
type RecordProgress = { readonly type: 'RecordProgress' } & DataOf<'ReindexingProgressed'>;
/** A document keeps its previous reading. */
type RecordKept = { readonly type: 'RecordKept' } & DataOf<'FormerReadingKept'>;
type CompleteReindexing = { readonly type: 'CompleteReindexing' } & DataOf<'ReindexingCompleted'>;
/** The run cannot continue. */
type StopReindexing = { readonly type: 'StopReindexing' } & DataOf<'ReindexingStopped'>;

export type ReindexingCommand =
  | RequestReindexing
  | CancelReindexing
  | RecordProgress
  | RecordKept
  | CompleteReindexing
  | StopReindexing;

/** The reason of a run stopped by a person. */
const CANCELLED_RUN = 'cancelled';

/**
 * The most documents of a run listed with the reason for keeping their reading; beyond, only their number is reported.
 */
const MAX_LISTED = 1000;

type KeptReading = Omit<DataOf<'FormerReadingKept'>, 'runId'>;

type ReindexingRun = DataOf<'ReindexingRequested'> & {
  readonly status: 'running' | 'completed' | 'stopped';
  readonly progress: ReindexingProgress;
  /** The documents that keep their previous reading, and why; the first 1,000. */
  readonly kept: readonly KeptReading[];
  /** Why it was stopped. */
  readonly stopped?: { readonly reason: string; readonly message: string };
};

/** The last run, which may be under way. */
export type ReindexingState = { readonly run?: ReindexingRun };

/** The run under way, if any. */
export const activeRun = ({ run }: ReindexingState): ReindexingRun | undefined =>
  run?.status === 'running' ? run : undefined;

const decide = (command: ReindexingCommand, state: ReindexingState): Decision<ReindexingEvent> => {
  const running = activeRun(state);
  if (command.type === 'RequestReindexing') {
    const { type: _, ...data } = command;
    return running
      ? refuse(
          'conflict',
          'Documents are being read again already. Wait for the run to finish, or cancel it.',
          {
            details: { runId: running.runId },
          },
        )
      : ok([{ type: 'ReindexingRequested', data }]);
  }
  if (command.type === 'CancelReindexing') {
    if (!running) return refuse('rule_violated', 'No documents are being read again.');
    const message = 'The run was cancelled. Documents read again by then keep their new reading.';
    return ok([
      { type: 'ReindexingStopped', data: { runId: running.runId, reason: CANCELLED_RUN, message } },
    ]);
  }
  // Reports about a run stopped meanwhile change nothing.
  if (running?.runId !== command.runId) return ok([]);
  switch (command.type) {
    case 'RecordProgress': {
      const { type: _, ...data } = command;
      const { runId: __, ...progress } = data;
      return sameData(progress, running.progress) ? ok([]) : ok([{ type: 'ReindexingProgressed', data }]);
    }
    case 'RecordKept': {
      const { type: _, ...data } = command;
      return running.kept.some(({ docKey }) => docKey === data.docKey)
        ? ok([])
        : ok([{ type: 'FormerReadingKept', data }]);
    }
    case 'CompleteReindexing': {
      const { type: _, ...data } = command;
      return ok([{ type: 'ReindexingCompleted', data }]);
    }
    case 'StopReindexing': {
      const { type: _, ...data } = command;
      return ok([{ type: 'ReindexingStopped', data }]);
    }
  }
};

const evolve = (state: ReindexingState, event: ReindexingEvent): ReindexingState => {
  if (event.type === 'ReindexingRequested') {
    const progress = { total: event.data.documents, done: 0, failed: 0, skipped: 0 };
    return { run: { ...event.data, status: 'running', progress, kept: [] } };
  }
  const { run } = state;
  if (!run) return state;
  switch (event.type) {
    case 'ReindexingProgressed': {
      const { runId: _, ...progress } = event.data;
      return { run: { ...run, progress } };
    }
    case 'FormerReadingKept': {
      const { runId: _, ...kept } = event.data;
      return run.kept.length < MAX_LISTED ? { run: { ...run, kept: [...run.kept, kept] } } : state;
    }
    case 'ReindexingCompleted': {
      const { runId: _, ...progress } = event.data;
      return { run: { ...run, status: 'completed', progress } };
    }
    case 'ReindexingStopped': {
      const { reason, message } = event.data;
      return { run: { ...run, status: 'stopped', stopped: { reason, message } } };
    }
  }
};

/** The runs that read documents again; at most one is under way. */
export const reindexingDecider: Decider<ReindexingCommand, ReindexingEvent, ReindexingState> = {
  initialState: {},
  decide,
  evolve,
};
