import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import {
  type EmbeddingModelCommand,
  type EmbeddingModelState,
  embeddingModelDecider,
  embeddingModelStream,
} from '../../domain/operations/embedding-model-decider.ts';
import type { EmbeddingModelName } from '../../domain/operations/embedding-model-events.ts';
import type { Embedders } from '../../ports/embedders.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Delivery } from '../runner/delivery.ts';

export const EMBEDDING_CHANGER = 'embedding-changer';

export type EmbeddingChangerServices = CommandServices & {
  readonly embedders: Embedders;
  readonly metrics: Metrics;
};

/** Reads and records the progress of a model change. */
export type ModelChange = {
  readonly load: () => Promise<EmbeddingModelState>;
  readonly isPending: (model: EmbeddingModelName) => Promise<boolean>;
  readonly contextOf: (event: RecordedEvent, delivery: Delivery) => CommandContext;
  readonly record: (
    command: EmbeddingModelCommand,
    event: RecordedEvent,
    delivery: Delivery,
  ) => Promise<unknown>;
};

export const createModelChange = (services: EmbeddingChangerServices): ModelChange => {
  const load: ModelChange['load'] = async () =>
    (await loadState(services, embeddingModelDecider, embeddingModelStream)).state;

  const contextOf: ModelChange['contextOf'] = (event, { fence }) =>
    systemContext(event, services.identity.newId(), EMBEDDING_CHANGER, fence);

  const record: ModelChange['record'] = (command, event, delivery) =>
    executeDecider({
      decider: embeddingModelDecider,
      streamId: embeddingModelStream,
      commands: [command],
      context: contextOf(event, delivery),
      services,
    });

  const isPending: ModelChange['isPending'] = async (model) =>
    (await load()).pending?.model.name === model.name;

  return { load, isPending, contextOf, record };
};
