import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { ok } from '../kernel/result.ts';
import type { EmbeddingModelName } from './embedding-model-events.ts';
import type { Verdict } from './examination-decider.ts';
import type { OperationsEvent } from './projection-events.ts';

/**
 * Builds the next generation. `abandonedGeneration` names a generation whose rebuild has no worker any more: it counts as
 * failed and does not block another one.
 */
type RequestReset = {
  readonly type: 'RequestReset';
  readonly projection: string;
  readonly abandonedGeneration?: number;
  /** The embedding model of the generation, if it changes. */
  readonly embeddingModel?: EmbeddingModelName;
  /** Why a person asked for it. */
  readonly reason?: string;
};

/** The generation has caught up to `builtTo` and serves reads from now on. */
type RecordSwitched = {
  readonly type: 'RecordSwitched';
  readonly generation: number;
  readonly builtTo: number;
  /** The result of its examination; absent if there is none. */
  readonly verdict?: Verdict;
};

/** The generation could not be built. `message` is for a person and free of PHI. */
type RecordFailed = {
  readonly type: 'RecordFailed';
  readonly generation: number;
  readonly message: string;
};

export type ProjectionCommand = RequestReset | RecordSwitched | RecordFailed;

export type ProjectionState = {
  /** Known from the first reset on. */
  readonly projection?: string;
  /** The live generation. The first one exists without an event. */
  readonly live: number;
  /** The position of the live generation when its takeover was decided. */
  readonly builtTo: number;
  /** The highest number so far; the number of a failed generation is not reused. */
  readonly last: number;
  /** The generation being built next to the live one. */
  readonly building?: number;
  /** The last rebuild, if it failed. */
  readonly failed?: { readonly generation: number; readonly message: string };
};

const requestReset = (command: RequestReset, state: ProjectionState): Decision<OperationsEvent> => {
  const { projection, abandonedGeneration, embeddingModel, reason } = command;
  const requested: OperationsEvent = {
    type: 'ProjectionResetRequested',
    data: {
      projection,
      generation: state.last + 1,
      ...omitUndefined({ embeddingModel, reason }),
    },
  };
  if (state.building === undefined) return ok([requested]);
  if (state.building !== abandonedGeneration) {
    return refuse('conflict', `Generation ${state.building} of this projection is still being built.`, {
      details: { generation: state.building },
    });
  }
  const abandoned: OperationsEvent = {
    type: 'ProjectionRebuildFailed',
    data: { projection, generation: state.building, message: 'The rebuild was abandoned and started again.' },
  };
  return ok([abandoned, requested]);
};

const notBeingBuilt = (generation: number): Decision<never> =>
  refuse('conflict', `Generation ${generation} of this projection is not being built.`, {
    details: { generation },
  });

const recordSwitched = (command: RecordSwitched, state: ProjectionState): Decision<OperationsEvent> => {
  const { generation, builtTo, verdict } = command;
  if (generation === state.live) return ok([]);
  if (generation !== state.building || state.projection === undefined) return notBeingBuilt(generation);
  if (verdict === 'waiting' || verdict === 'discarded')
    return refuse(
      'conflict',
      verdict === 'waiting'
        ? `Generation ${generation} of this projection misses documents that the live one finds, and waits for a person.`
        : `Generation ${generation} of this projection was discarded by a person.`,
      { details: { generation } },
    );
  const { projection, live: previous } = state;
  return ok([{ type: 'ProjectionGenerationSwitched', data: { projection, generation, previous, builtTo } }]);
};

const recordFailed = (command: RecordFailed, state: ProjectionState): Decision<OperationsEvent> => {
  const { generation, message } = command;
  if (generation === state.building && state.projection !== undefined) {
    return ok([
      { type: 'ProjectionRebuildFailed', data: { projection: state.projection, generation, message } },
    ]);
  }
  const isPast = generation <= state.last && generation !== state.live && generation !== state.building;
  return isPast ? ok([]) : notBeingBuilt(generation);
};

const settled = ({ building: _, failed: __, ...state }: ProjectionState): ProjectionState => state;

/** The generations of one projection: at most one is under construction, and their numbers only increase. */
export const projectionDecider: Decider<ProjectionCommand, OperationsEvent, ProjectionState> = {
  initialState: { live: 1, last: 1, builtTo: 0 },
  decide: (command, state) => {
    switch (command.type) {
      case 'RequestReset':
        return requestReset(command, state);
      case 'RecordSwitched':
        return recordSwitched(command, state);
      case 'RecordFailed':
        return recordFailed(command, state);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ProjectionResetRequested': {
        const { projection, generation } = event.data;
        return { ...settled(state), projection, last: generation, building: generation };
      }
      case 'ProjectionGenerationSwitched': {
        const { generation, builtTo } = event.data;
        return { ...settled(state), live: generation, builtTo };
      }
      case 'ProjectionRebuildFailed': {
        const { generation, message } = event.data;
        return { ...settled(state), failed: { generation, message } };
      }
      default:
        return state; // Parked events share the stream of the projection that parked them.
    }
  },
};
