import { z } from 'zod';
import {
  type EmbeddingModelName,
  embeddingModelSchema,
} from '../../domain/operations/embedding-model-events.ts';
import type { Database } from '../../ports/database.ts';

/** Returns the model whose vectors a generation of the search index holds. */
export type GenerationModelReader = (schema: string) => Promise<EmbeddingModelName>;

const rowSchema = z.object({ name: z.string(), dimensions: z.number() }).pipe(embeddingModelSchema);

/** Reads the model recorded when the generation was created; it never changes, so it is read once. */
export const createGenerationModelReader = (database: Database): GenerationModelReader => {
  const known = new Map<string, EmbeddingModelName>();
  return async (schema) => {
    const remembered = known.get(schema);
    if (remembered) return remembered;
    const [row] = await database.query(`select name, dimensions from "${schema}".embedding_model`);
    const model = rowSchema.parse(row);
    known.set(schema, model);
    return model;
  };
};
