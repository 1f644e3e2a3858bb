import { join } from 'node:path';
import { z } from 'zod';
import { documentMetadataSchema } from '../../domain/knowledge/document-metadata.ts';
import { searchFiltersSchema } from '../../domain/retrieval/search-filters.ts';
import { readJsonLines } from './read-json-lines.ts';

const id = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be words joined by hyphens');

const documentSchema = z.strictObject({
  id,
  /** The name of its file, which is searched as well. */
  file: z.string().regex(/^[^/\\]+\.md$/, 'must be the name of a Markdown file'),
  heading: z.string().min(1),
  /** Markdown. */
  text: z.string().min(1),
  metadata: documentMetadataSchema.partial().required({ sourceType: true }),
});
type CorpusDocument = z.output<typeof documentSchema>;

/** The description of the file, in its first line. */
const aboutSchema = z.strictObject({ about: z.string().min(1) });

const questionSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z]-\d{3,}$/),
    query: z.string().min(1),
    /** The category under test. */
    category: z.string().min(1),
    filters: searchFiltersSchema.optional(),
    /** 2 is wanted first, 1 is also acceptable. */
    relevant: z.array(z.strictObject({ document: id, grade: z.int().min(1).max(2) })),
    /** A number that no document has, which the answer must point out. */
    absent: z.string().min(1).optional(),
  })
  .refine(({ relevant, absent }) => relevant.length > 0 !== (absent !== undefined), 'must be one of both');
type DocumentQuestion = z.output<typeof questionSchema>;

/** Documents with file names and metadata, and questions about them. */
export type DocumentCorpus = {
  readonly about: string;
  readonly documents: readonly CorpusDocument[];
  readonly questions: readonly DocumentQuestion[];
};

/**
 * Reads a corpus of documents: `documents.jsonl`, whose first line describes it, and `questions.jsonl`.
 *
 * @throws Error that names the invalid line
 */
export const readDocumentCorpus = async (folder: string): Promise<DocumentCorpus> => {
  const lines = await readJsonLines(
    join(folder, 'documents.jsonl'),
    z.union([documentSchema, aboutSchema]),
    'a document of a corpus',
  );
  return {
    about: lines.flatMap((line) => ('about' in line ? line.about : [])).join(' '),
    documents: lines.flatMap((line) => ('about' in line ? [] : line)),
    questions: await readJsonLines(join(folder, 'questions.jsonl'), questionSchema, 'a question of a corpus'),
  };
};
