import { z } from 'zod';
import { readJsonLines } from '../read-json-lines.ts';

const unanswerableQuerySchema = z.object({
  /** A paraphrase has the number of its question, so that both are in the same half. */
  id: z.string().min(1),
  query: z.string().min(1),
  kind: z.enum(['drug', 'condition', 'procedure', 'device', 'lab', 'ward', 'not medical']),
  /** Words that every answer contains. Documents without a passage that contains them all cannot answer. */
  absent: z.string().min(1),
  paraphraseOf: z.string().min(1).optional(),
});

/** A question that documents cannot answer unless they contain the absent words. */
export type UnanswerableQuery = z.output<typeof unanswerableQuerySchema>;

const file = `${import.meta.dirname}/questions.jsonl`;

/**
 * Reads the questions that few collections answer: half of them share drugs, conditions and everyday medical words with
 * any protocol, and ask for something else.
 */
export const readUnanswerableQueries = (): Promise<readonly UnanswerableQuery[]> =>
  readJsonLines(file, unanswerableQuerySchema, 'an unanswerable query');
