import type { EmbeddingModelName } from './embedding-model-events.ts';
import type { OperationsEvent } from './projection-events.ts';

/** The embedding models of the search index's generations. Undefined stands for the configured model. */
export type GenerationModels = {
  readonly live: number;
  readonly building?: number;
  readonly models: ReadonlyMap<number, EmbeddingModelName | undefined>;
};

export const noGenerations: GenerationModels = { live: 1, models: new Map() };

/**
 * Folds the stream of the search projection. A generation holds vectors of the model named in its request, or else of the
 * generation live at that moment: a plain rebuild does not change the model.
 */
export const evolveGenerationModels = (state: GenerationModels, event: OperationsEvent): GenerationModels => {
  const { building, ...rest } = state;
  switch (event.type) {
    case 'ProjectionResetRequested': {
      const { generation, embeddingModel } = event.data;
      const models = new Map(state.models).set(generation, embeddingModel ?? state.models.get(state.live));
      return { ...state, building: generation, models };
    }
    case 'ProjectionGenerationSwitched':
      return { ...rest, live: event.data.generation };
    case 'ProjectionRebuildFailed':
      return building === event.data.generation ? rest : state;
    default:
      return state;
  }
};
