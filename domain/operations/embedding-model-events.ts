import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';

const name = z.string().min(1).max(300);

/** The identity of an embedding model, without keys and addresses, which stay in the configuration. */
export const embeddingModelSchema = z.strictObject({ name, dimensions: z.int().min(1) });
export type EmbeddingModelName = z.output<typeof embeddingModelSchema>;

/** An admin requested a change to the vectors of another model. */
export const embeddingModelChangeRequested = defineEvent(
  'EmbeddingModelChangeRequested',
  z.strictObject({ model: embeddingModelSchema, previous: embeddingModelSchema }),
);

/** The progress of a change: the live documents that have vectors of the new model. */
export const embeddingModelChangeProgressed = defineEvent(
  'EmbeddingModelChangeProgressed',
  z.strictObject({
    model: name,
    done: z.int().min(0),
    total: z.int().min(0),
    /** Documents with PHI that are withheld from the model; they are found only by their words. */
    withheld: z.int().min(0),
  }),
);

/** The index with the vectors of the new model took over. */
export const embeddingModelChanged = defineEvent(
  'EmbeddingModelChanged',
  z.strictObject({ model: embeddingModelSchema, generation: z.int().min(1) }),
);

/** The change failed and the former model continues to serve. `message` is for a person and free of PHI. */
export const embeddingModelChangeFailed = defineEvent(
  'EmbeddingModelChangeFailed',
  z.strictObject({ model: name, reason: z.string().max(64), message: z.string().max(500) }),
);

export const embeddingModelEvents = [
  embeddingModelChangeRequested,
  embeddingModelChangeProgressed,
  embeddingModelChanged,
  embeddingModelChangeFailed,
] as const;
export type EmbeddingModelEvent = EventOf<(typeof embeddingModelEvents)[number]>;
