import { z } from 'zod';
import { keyNameOfPath } from '../../cli/ingest/key-name-of-path.ts';
import type { PlannedFile } from '../../cli/ingest/planned-file.ts';
import { feedbackKinds } from '../../domain/consultation/feedback-kind.ts';
import { docKeyOf, formerDocKeyOf } from '../../domain/knowledge/doc-key.ts';
import { sourceTypes } from '../../domain/knowledge/source-type.ts';
import { normalizeQuery } from '../../domain/retrieval/query/normalize-query.ts';
import type { LabelledQuery } from './labelled-queries.ts';
import { readJsonLines } from './read-json-lines.ts';

/** A line of `npx anamnesis feedback export`. */
const labelledPairSchema = z.object({
  question: z.string().min(1),
  /** Null when the answer as a whole was judged. */
  docKey: z.string().nullable(),
  label: z.enum(feedbackKinds),
});
export type LabelledPair = z.output<typeof labelledPairSchema>;

/** Questions made of judgements, and how many judgements could not be used, by the reason. */
type FeedbackQueries = {
  readonly queries: readonly LabelledQuery[];
  readonly leftOut: {
    /** The answer as a whole was judged: which document would have been right is not known. */
    readonly withoutDocument: number;
    /** Their document is not in the folder, or more than one file could be it. */
    readonly unknownDocument: number;
    /** People disagree about a document for a question. */
    readonly contradicted: number;
  };
};

type File = Pick<PlannedFile, 'fileName' | 'label' | 'input'>;

/**
 * File names by the keys that their documents may have where the judgements were given: it is not known whether they
 * were ingested as protocols or policies, with keys of their names or of their paths. A key that two files could have
 * stands for none.
 */
const filesByDocKey = (files: readonly File[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string | undefined>();
  for (const { fileName, label, input } of files) {
    const keys = sourceTypes.flatMap((type) =>
      [fileName, keyNameOfPath(label)].flatMap((name) => [docKeyOf(type, name), formerDocKeyOf(type, name)]),
    );
    for (const key of new Set([...keys, ...(input.docKey === undefined ? [] : [input.docKey])]))
      found.set(key, found.has(key) && found.get(key) !== fileName ? undefined : fileName);
  }
  return new Map([...found].flatMap(([key, file]) => (file === undefined ? [] : [[key, file] as const])));
};

/** What is said of a document that was found and should have been, or was not found but should have been. */
const praises: ReadonlySet<LabelledPair['label']> = new Set(['helpful', 'missing']);

type Opinions = { readonly question: string; readonly wanted: Set<string>; readonly unwanted: Set<string> };

/**
 * Turns what people said into labelled questions of the category `feedback`, one for each wording, in the order of
 * their first judgement. A helpful document, and one that was missing, should be found; a wrong or outdated one should
 * not be among the first three. A judgement of a passage counts for its document: passages change with the chunking.
 */
export const feedbackQueries = (pairs: readonly LabelledPair[], files: readonly File[]): FeedbackQueries => {
  const fileOf = filesByDocKey(files);
  const byQuestion = new Map<string, Opinions>();
  let withoutDocument = 0;
  let unknownDocument = 0;
  let contradicted = 0;
  for (const { question, docKey, label } of pairs) {
    const file = docKey === null ? undefined : fileOf.get(docKey);
    if (docKey === null) withoutDocument += 1;
    else if (file === undefined) unknownDocument += 1;
    if (file === undefined) continue;
    const wording = normalizeQuery(question).toLowerCase();
    const opinions = byQuestion.get(wording) ?? { question, wanted: new Set(), unwanted: new Set() };
    byQuestion.set(wording, opinions);
    (praises.has(label) ? opinions.wanted : opinions.unwanted).add(file);
  }
  const queries = [...byQuestion.values()].flatMap(({ question, wanted, unwanted }, index) => {
    const both = wanted.intersection(unwanted);
    contradicted += both.size;
    const relevant = [...wanted.difference(both)].map((file) => ({ file, grade: 2 }));
    const avoided = [...unwanted.difference(both)];
    if (relevant.length + avoided.length === 0) return [];
    const id = `feedback-${String(index + 1).padStart(3, '0')}`;
    return [{ id, query: question, category: 'feedback', relevant, unwanted: avoided }];
  });
  return { queries, leftOut: { withoutDocument, unknownDocument, contradicted } };
};

/**
 * Reads an export of feedback.
 *
 * @throws Error that names the line that is not right
 */
export const readLabelledPairs = (path: string): Promise<readonly LabelledPair[]> =>
  readJsonLines(path, labelledPairSchema, 'a labelled pair of a feedback export');
