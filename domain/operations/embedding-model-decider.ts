import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import type { EmbeddingModelEvent, EmbeddingModelName } from './embedding-model-events.ts';

/** The stream of the embedding model setting. */
export const embeddingModelStream = streamIdOf('settings', 'embedding');

/** `inUse` is the model whose vectors are searched now. */
type RequestModelChange = {
  readonly type: 'RequestModelChange';
  readonly model: EmbeddingModelName;
  readonly inUse: EmbeddingModelName;
};
/** Cancels a change under way; without one, changes back to the previous model. */
type RevertModelChange = { readonly type: 'RevertModelChange' };
type RecordModelProgress = {
  readonly type: 'RecordModelProgress';
  readonly model: string;
  readonly done: number;
  readonly total: number;
  readonly withheld: number;
};
type RecordModelChanged = {
  readonly type: 'RecordModelChanged';
  readonly model: EmbeddingModelName;
  readonly generation: number;
};
type RecordModelFailed = {
  readonly type: 'RecordModelFailed';
  readonly model: string;
  readonly reason: string;
  readonly message: string;
};
export type EmbeddingModelCommand =
  | RequestModelChange
  | RevertModelChange
  | RecordModelProgress
  | RecordModelChanged
  | RecordModelFailed;

type ModelChange = {
  readonly model: EmbeddingModelName;
  readonly previous: EmbeddingModelName;
  /** Live documents with vectors of the model, their total, and those withheld from it. */
  readonly progress?: { readonly done: number; readonly total: number; readonly withheld: number };
};

export type EmbeddingModelState = {
  /** The model of the last completed change; before the first change the configured model serves. */
  readonly current?: EmbeddingModelName;
  /** The previous model, to which a revert returns. */
  readonly former?: EmbeddingModelName;
  readonly pending?: ModelChange;
  /** Why the last change failed. */
  readonly failure?: { readonly model: string; readonly reason: string; readonly message: string };
};

const requestChange = (
  { model, inUse }: RequestModelChange,
  { pending }: EmbeddingModelState,
): Decision<EmbeddingModelEvent> => {
  if (pending) {
    return pending.model.name === model.name
      ? ok([])
      : refuse(
          'conflict',
          'A change to another embedding model is in progress. Wait for it to finish, or revert it.',
          {
            details: { model: pending.model.name },
          },
        );
  }
  if (inUse.name === model.name && inUse.dimensions === model.dimensions)
    return refuse('rule_violated', 'The knowledge base already uses this embedding model.');
  return ok([{ type: 'EmbeddingModelChangeRequested', data: { model, previous: inUse } }]);
};

const revert = ({ pending, current, former }: EmbeddingModelState): Decision<EmbeddingModelEvent> => {
  if (pending) {
    const data = {
      model: pending.model.name,
      reason: 'reverted',
      message: 'The change was cancelled before it finished.',
    };
    return ok([{ type: 'EmbeddingModelChangeFailed', data }]);
  }
  if (!former || !current)
    return refuse('rule_violated', 'There is no previous embedding model to revert to.');
  return ok([{ type: 'EmbeddingModelChangeRequested', data: { model: former, previous: current } }]);
};

const decide = (
  command: EmbeddingModelCommand,
  state: EmbeddingModelState,
): Decision<EmbeddingModelEvent> => {
  switch (command.type) {
    case 'RequestModelChange':
      return requestChange(command, state);
    case 'RevertModelChange':
      return revert(state);
    case 'RecordModelProgress': {
      const { type: _, ...data } = command;
      const { pending } = state;
      const { done, total, withheld } = pending?.progress ?? {};
      const isKnown = done === data.done && total === data.total && withheld === data.withheld;
      return pending?.model.name !== data.model || isKnown
        ? ok([])
        : ok([{ type: 'EmbeddingModelChangeProgressed', data }]);
    }
    case 'RecordModelChanged': {
      const { type: _, ...data } = command;
      return state.current?.name === data.model.name && !state.pending
        ? ok([])
        : ok([{ type: 'EmbeddingModelChanged', data }]);
    }
    case 'RecordModelFailed': {
      const { type: _, ...data } = command;
      return state.pending?.model.name === data.model
        ? ok([{ type: 'EmbeddingModelChangeFailed', data }])
        : ok([]);
    }
  }
};

const evolve = (state: EmbeddingModelState, event: EmbeddingModelEvent): EmbeddingModelState => {
  const { pending, failure: _, ...settled } = state;
  switch (event.type) {
    case 'EmbeddingModelChangeRequested':
      return { ...settled, pending: event.data };
    case 'EmbeddingModelChangeProgressed': {
      const { done, total, withheld } = event.data;
      return pending ? { ...state, pending: { ...pending, progress: { done, total, withheld } } } : state;
    }
    case 'EmbeddingModelChanged': {
      const former = pending?.previous ?? settled.current;
      return { current: event.data.model, ...(former ? { former } : {}) };
    }
    case 'EmbeddingModelChangeFailed':
      return { ...settled, failure: event.data };
  }
};

/** The embedding model that the knowledge base is searched with; at most one change is under way. */
export const embeddingModelDecider: Decider<EmbeddingModelCommand, EmbeddingModelEvent, EmbeddingModelState> =
  { initialState: {}, decide, evolve };
