import type { EmbeddingModelName } from '../domain/operations/embedding-model-events.ts';
import type { EventStore } from '../ports/event-store.ts';
import { readGenerationModels } from './read-generation-models.ts';

/** The model whose vectors questions are answered by: that of the live generation, or else the configured one. */
export const modelInUse = async (
  eventStore: EventStore,
  configured: EmbeddingModelName,
): Promise<EmbeddingModelName> => {
  const { live, models } = await readGenerationModels(eventStore);
  const { name, dimensions } = models.get(live) ?? configured;
  return { name, dimensions };
};
