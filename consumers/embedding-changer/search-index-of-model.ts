import { readGenerationModels, VECTOR_PROJECTION } from '../../commands/lookups/read-generation-models.ts';
import { waitingRebuild } from '../../commands/lookups/waiting-rebuild.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import { projectionDecider } from '../../domain/operations/projection-decider.ts';
import type { Delivery } from '../runner/delivery.ts';
import type { EmbeddingChangerServices, ModelChange } from './model-change.ts';

/** Starts and cancels the rebuild of the search index with another model. */
type SearchIndexOfModel = {
  /** Step 3. Waits for a rebuild that is already under way, whose end arrives as an event. */
  readonly request: (model: EmbeddingModelName, event: RecordedEvent, delivery: Delivery) => Promise<void>;
  /** Cancels the index of a model that is no longer wanted, whether it is being built or waits for a person. */
  readonly giveUp: (wanted: string, event: RecordedEvent, delivery: Delivery) => Promise<void>;
};

export const createSearchIndexOfModel = (
  services: EmbeddingChangerServices,
  { contextOf }: Pick<ModelChange, 'contextOf'>,
): SearchIndexOfModel => {
  const request: SearchIndexOfModel['request'] = async (model, event, delivery) => {
    const { building, models } = await readGenerationModels(services);
    // A rebuild that waits for a person, without the wanted vectors, is replaced.
    const replaced =
      building !== undefined && models.get(building)?.name !== model.name
        ? await waitingRebuild(VECTOR_PROJECTION, services)
        : undefined;
    if (building !== undefined && building !== replaced) return;
    try {
      await executeDecider({
        decider: projectionDecider,
        streamId: streamIdOf('projection', VECTOR_PROJECTION),
        commands: [
          {
            type: 'RequestReset',
            projection: VECTOR_PROJECTION,
            embeddingModel: model,
            ...omitUndefined({ abandonedGeneration: replaced }),
          },
        ],
        context: contextOf(event, delivery),
        services,
      });
    } catch (error) {
      if (!(error instanceof Failure && error.reason.code === 'conflict')) throw error;
    }
  };

  const giveUp: SearchIndexOfModel['giveUp'] = async (wanted, event, delivery) => {
    const { building, models } = await readGenerationModels(services);
    if (building === undefined || models.get(building)?.name !== wanted) return;
    const message = 'The change to its embedding model was cancelled.';
    try {
      await executeDecider({
        decider: projectionDecider,
        streamId: streamIdOf('projection', VECTOR_PROJECTION),
        commands: [{ type: 'RecordFailed', generation: building, message }],
        context: contextOf(event, delivery),
        services,
      });
    } catch (error) {
      // The index has just taken over.
      if (!(error instanceof Failure && error.reason.code === 'conflict')) throw error;
    }
  };

  return { request, giveUp };
};
