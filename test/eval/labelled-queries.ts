import { z } from 'zod';
import { searchFiltersSchema } from '../../domain/retrieval/search-filters.ts';
import { readJsonLines } from './read-json-lines.ts';

const labelledQuerySchema = z
  .object({
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
      .default([]),
    /** Files that must not be among the first three. */
    unwanted: z.array(z.string().min(1)).default([]),
    /** A phrase of the right passage. */
    answer: z.string().min(1).optional(),
    /** The filters of the search. */
    filters: searchFiltersSchema.optional(),
    /** A number that no document has. */
    absent: z.string().min(1).optional(),
  })
  .refine(
    ({ relevant, unwanted, absent }) => relevant.length + unwanted.length > 0 || absent !== undefined,
    'names no file',
  );

/** A question with the documents that answer it, or must not be found, or a number that none of them has. */
export type LabelledQuery = z.output<typeof labelledQuerySchema>;

/**
 * Reads questions from a file with one JSON object per line.
 *
 * @throws Error that names the invalid line
 */
export const readLabelledQueries = (path: string): Promise<readonly LabelledQuery[]> =>
  readJsonLines(path, labelledQuerySchema, 'a labelled query');
