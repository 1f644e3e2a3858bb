import { join } from 'node:path';
import { z } from 'zod';
import { readJsonLines } from './read-json-lines.ts';

/** Kinds of short hospital texts. */
export const textKinds = [
  'abstract',
  'formulary',
  'nursing',
  'laboratory',
  'discharge',
  'infection-control',
] as const;

const id = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be words joined by hyphens');

const textSchema = z.strictObject({
  id,
  kind: z.enum(textKinds),
  title: z.string().min(1),
  /** Markdown. */
  text: z.string().min(1),
});
export type CorpusText = z.output<typeof textSchema>;

/** The description of the file, in its first line. */
const aboutSchema = z.strictObject({ about: z.string().min(1) });

/** The style of a question: a paraphrase of the text, keywords, a yes-or-no question, misspelled, abbreviated. */
export const questionStyles = ['paraphrase', 'keywords', 'yes-no', 'typo', 'shorthand'] as const;

const questionSchema = z.strictObject({
  id: z.string().regex(/^h-\d{3,}$/),
  query: z.string().min(1),
  style: z.enum(questionStyles),
  /** 2 is wanted first, 1 is also acceptable. */
  relevant: z.array(z.strictObject({ text: id, grade: z.int().min(1).max(2) })).min(1),
});
export type CorpusQuestion = z.output<typeof questionSchema>;

export type TextCorpus = {
  readonly about: string;
  readonly texts: readonly CorpusText[];
  readonly questions: readonly CorpusQuestion[];
};

/**
 * Reads a corpus of short texts: `texts.jsonl`, whose first line describes it, and `questions.jsonl`.
 *
 * @throws Error that names the invalid line
 */
export const readTextCorpus = async (folder: string): Promise<TextCorpus> => {
  const lines = await readJsonLines(
    join(folder, 'texts.jsonl'),
    z.union([textSchema, aboutSchema]),
    'a text of a corpus',
  );
  return {
    about: lines.flatMap((line) => ('about' in line ? line.about : [])).join(' '),
    texts: lines.flatMap((line) => ('about' in line ? [] : line)),
    questions: await readJsonLines(join(folder, 'questions.jsonl'), questionSchema, 'a question of a corpus'),
  };
};
