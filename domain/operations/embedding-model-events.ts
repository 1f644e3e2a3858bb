import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';

const name = z.string().min(1).max(300);

/** What identifies an embedding model. Never a key or an address: those stay in the configuration. */
export const embeddingModelSchema = z.strictObject({ name, dimensions: z.int().min(1) });
export type EmbeddingModelName = z.output<typeof embeddingModelSchema>;

/** An admin asked for the knowledge base to be searched by the vectors of another model. */
export const embeddingModelChangeRequested = defineEvent(
  'EmbeddingModelChangeRequested',
  z.strictObject({ model: embeddingModelSchema, previous: embeddingModelSchema }),
);

/** This many of the live documents have vectors of the new model by now. */
export const embeddingModelChangeProgressed = defineEvent(
  'EmbeddingModelChangeProgressed',
  z.strictObject({
    model: name,
    done: z.int().min(0),
    total: z.int().min(0),
    /** Those that hold PHI and must not be given to the model; they are found by their words alone. */
    withheld: z.int().min(0),
  }),
);

/** The index with the vectors of the new model answers from now on. */
export const embeddingModelChanged = defineEvent(
  'EmbeddingModelChanged',
  z.strictObject({ model: embeddingModelSchema, generation: z.int().min(1) }),
);

/** The former model goes on serving. `message` is for a person and free of PHI. */
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
