import { streamIdOf } from '../domain/kernel/identifiers.ts';
import {
  evolveGenerationModels,
  type GenerationModels,
  noGenerations,
} from '../domain/operations/generation-models.ts';
import type { OperationsEvent } from '../domain/operations/projection-events.ts';
import type { EventStore } from '../ports/event-store.ts';

/** The projection whose generations hold vectors. */
export const VECTOR_PROJECTION = 'search';

/** Reads from the log whose vectors the generations of the search index hold. */
export const readGenerationModels = async (eventStore: EventStore): Promise<GenerationModels> => {
  let models = noGenerations;
  for await (const event of eventStore.readStream(streamIdOf('projection', VECTOR_PROJECTION))) {
    // The log has validated the event against the schema of its type; the stream holds events of operations alone.
    models = evolveGenerationModels(models, event as typeof event & OperationsEvent);
  }
  return models;
};
