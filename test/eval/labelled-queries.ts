import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const labelledQuerySchema = z.object({
  id: z.string().min(1),
  query: z.string().min(1),
  category: z.string().min(1),
  relevant: z
    .array(
      z.object({
        file: z.string().min(1),
        /** 2 is wanted first, 1 is also acceptable. */
        grade: z.int().min(1).max(2),
        /** 1-based. */
        pages: z.array(z.int().min(1)).optional(),
      }),
    )
    .min(1),
  /** A phrase of the right passage. */
  answer: z.string().min(1).optional(),
});

/** A question with the documents that answer it. */
export type LabelledQuery = z.output<typeof labelledQuerySchema>;

const MAX_QUERIES = 100_000;

/**
 * Reads questions from a file with one JSON object a line.
 *
 * @throws Error that names the line that is not right
 */
export const readLabelledQueries = async (path: string): Promise<readonly LabelledQuery[]> => {
  const lines = (await readFile(path, 'utf8')).split('\n');
  if (lines.length > MAX_QUERIES) throw new Error(`${path} holds more than ${MAX_QUERIES} lines.`);
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [labelledQuerySchema.parse(JSON.parse(line))];
    } catch (cause) {
      throw new Error(`Line ${index + 1} of ${path} is not a labelled query.`, { cause });
    }
  });
};
