import { z } from 'zod';
import type { RecordedEvent, Revision } from '../../domain/kernel/event.ts';
import { embeddingModelStream } from '../../domain/operations/embedding-model-decider.ts';
import {
  embeddingModelChanged,
  embeddingModelChangeFailed,
} from '../../domain/operations/embedding-model-events.ts';
import { awaitInStream } from '../runtime/await-in-stream.ts';
import type { CommandServices, Ended } from '../runtime/command-definition.ts';

/** The ways in which a change of the embedding model can end. */
export const modelChangeEndings = [
  z.object({ outcome: z.literal('changed'), generation: z.int() }),
  z.object({ outcome: z.literal('failed'), reason: z.string(), message: z.string() }),
] as const;
type ModelChangeEnding = Ended<z.output<(typeof modelChangeEndings)[number]>>;

const endOf = (
  { type, data, revision, position }: RecordedEvent,
  model: string,
): ModelChangeEnding | undefined => {
  if (type === embeddingModelChanged.type) {
    const changed = embeddingModelChanged.schema.parse(data);
    if (changed.model.name !== model) return undefined;
    return { outcome: 'changed', generation: changed.generation, revision, position };
  }
  const failed = embeddingModelChangeFailed.schema.parse(data);
  if (failed.model !== model) return undefined;
  return { outcome: 'failed', reason: failed.reason, message: failed.message, revision, position };
};

/** Waits for the end of the model change that was in progress at a revision of its stream. */
export const awaitModelChange = (
  { model, after }: { readonly model: string; readonly after: Revision },
  services: CommandServices,
  signal: AbortSignal,
): Promise<ModelChangeEnding | undefined> =>
  awaitInStream(
    {
      streamId: embeddingModelStream,
      after,
      types: [embeddingModelChanged.type, embeddingModelChangeFailed.type],
      endingOf: (event) => endOf(event, model),
    },
    services,
    signal,
  );
