import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import {
  evolveGenerationModels,
  type GenerationModels,
  noGenerations,
} from '../../domain/operations/generation-models.ts';
import type { CommandServices } from '../runtime/command-definition.ts';
import { loadState } from '../runtime/execute-decider.ts';

/** The projection whose generations hold vectors. */
export const VECTOR_PROJECTION = 'search';

const generationModels = {
  initialState: noGenerations,
  // The stream holds only operations events.
  evolve: evolveGenerationModels,
};

/** Reads from the log which model's vectors each generation of the search index holds. */
export const readGenerationModels = async (
  services: Pick<CommandServices, 'eventStore' | 'states'>,
): Promise<GenerationModels> =>
  (await loadState(services, generationModels, streamIdOf('projection', VECTOR_PROJECTION))).state;
