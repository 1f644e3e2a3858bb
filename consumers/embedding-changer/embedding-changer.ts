import { readGenerationModels, VECTOR_PROJECTION } from '../../commands/lookups/read-generation-models.ts';
import { indexingCompleted } from '../../domain/indexing/indexing-events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import {
  embeddingModelChangeFailed,
  embeddingModelChangeRequested,
} from '../../domain/operations/embedding-model-events.ts';
import {
  projectionGenerationSwitched,
  projectionRebuildFailed,
} from '../../domain/operations/projection-events.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import type { Delivery } from '../runner/delivery.ts';
import { isPermanentRefusal } from '../runner/is-permanent-refusal.ts';
import { createVersionEmbedding } from './embed-versions.ts';
import { createModelChange, EMBEDDING_CHANGER, type EmbeddingChangerServices } from './model-change.ts';
import { createSearchIndexOfModel } from './search-index-of-model.ts';

/** Without progress: the embedder's own time-outs and retries end a request of 256 texts well before. */
const DEADLINE_MS = 10 * 60_000;

/**
 * Changes the embedding model, from the request in the log to the fact in the log:
 *
 * 1. `EmbeddingModelChangeRequested` names the model. Each live version without its vectors gets them, as a blob and a
 *    `ChunksReembedded` on the stream of its job: a rebuild finds them there and never embeds. Meanwhile the index
 *    answers as before, and new documents are indexed with the model in use.
 * 2. From the request on, a version that completes with another model is embedded again in the same way, so that no
 *    document added during the change is left out, before or after the switch.
 * 3. When all are done, it requests the next generation of the search index, with the model in the request
 *    (`ProjectionResetRequested.embeddingModel`). The runner builds it beside the live one and switches. Each generation
 *    has its model, and questions are embedded by the model of the generation that answers them.
 * 4. `ProjectionGenerationSwitched` leads to `EmbeddingModelChanged`. Changing back works the same way with the previous
 *    model: its vectors all exist, except for versions added since.
 *
 * Every step reads the log and does what is missing, so it may be repeated after a crash at any point. Documents that the
 * model must not see get no vectors from it; they are counted, and found by their words.
 */
export const createEmbeddingChanger = (services: EmbeddingChangerServices): ConsumerDefinition => {
  const change = createModelChange(services);
  const { load, record } = change;
  const { embedAll, catchUp } = createVersionEmbedding(services, change);
  const searchIndex = createSearchIndexOfModel(services, change);
  /** Stops the change under way. */
  let underWay: AbortController | undefined;

  /** Continues the pending change from where it is. */
  const bringForward = async (event: RecordedEvent, delivery: Delivery): Promise<void> => {
    const { signal: stop } = delivery;
    const { pending } = await load();
    if (!pending) return;
    const given = new AbortController();
    underWay = given;
    try {
      const signal = anySignal([stop, given.signal]);
      if (await embedAll(pending.model, event, { ...delivery, signal }))
        await searchIndex.request(pending.model, event, delivery);
    } catch (error) {
      if (!stop.aborted && given.signal.aborted) return;
      if (stop.aborted || !isPermanentRefusal(error)) throw error;
      const { message } = error.reason;
      await record(
        { type: 'RecordModelFailed', model: pending.model.name, reason: 'refused', message },
        event,
        delivery,
      );
    } finally {
      underWay = undefined;
    }
  };

  const handle = async (event: RecordedEvent, delivery: Delivery): Promise<void> => {
    switch (event.type) {
      case embeddingModelChangeRequested.type:
        await bringForward(event, delivery);
        return;
      case embeddingModelChangeFailed.type: {
        const { model, reason } = embeddingModelChangeFailed.schema.parse(event.data);
        if ((await load()).pending) return;
        underWay?.abort();
        if (reason === 'reverted') await searchIndex.giveUp(model, event, delivery);
        return;
      }
      case indexingCompleted.type:
        await catchUp(indexingCompleted.schema.parse(event.data), event, delivery);
        return;
      case projectionGenerationSwitched.type: {
        const { projection, generation } = projectionGenerationSwitched.schema.parse(event.data);
        if (projection !== VECTOR_PROJECTION) return;
        const model = (await readGenerationModels(services)).models.get(generation);
        const { pending, current } = await load();
        if (model && (pending ? pending.model.name === model.name : current?.name !== model.name))
          await record({ type: 'RecordModelChanged', model, generation }, event, delivery);
        else await bringForward(event, delivery);
        return;
      }
      case projectionRebuildFailed.type: {
        const failed = projectionRebuildFailed.schema.parse(event.data);
        if (failed.projection !== VECTOR_PROJECTION) return;
        const model = (await readGenerationModels(services)).models.get(failed.generation);
        const { pending } = await load();
        if (pending && model?.name === pending.model.name) {
          const { message } = failed;
          await record(
            { type: 'RecordModelFailed', model: model.name, reason: 'index', message },
            event,
            delivery,
          );
        } else await bringForward(event, delivery);
        return;
      }
    }
  };

  return {
    name: EMBEDDING_CHANGER,
    eventTypes: [
      embeddingModelChangeRequested.type,
      embeddingModelChangeFailed.type,
      indexingCompleted.type,
      projectionGenerationSwitched.type,
      projectionRebuildFailed.type,
    ],
    concurrency: 4,
    // Events that move the change are handled in order; cancelling it must not wait for its end.
    orderingKey: (event) =>
      event.type === indexingCompleted.type
        ? event.streamId
        : event.type === embeddingModelChangeFailed.type
          ? 'given up'
          : 'change',
    // Each step reads from the log what remains to be done, so the next one makes up for a failed one.
    laterEvents: 'pass',
    deadline: DEADLINE_MS,
    handle,
    onParked: async (event, reason, delivery) => {
      if (event.type === indexingCompleted.type) return;
      const { pending } = await load();
      if (!pending) return;
      const message = `The change failed several times: ${reason}`.slice(0, 500);
      await record(
        { type: 'RecordModelFailed', model: pending.model.name, reason: 'unavailable', message },
        event,
        delivery,
      );
    },
  };
};
