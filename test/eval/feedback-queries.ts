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

/** Questions derived from judgements, and the number of unusable judgements by reason. */
type FeedbackQueries = {
  readonly queries: readonly LabelledQuery[];
  readonly leftOut: {
    /** The answer as a whole was judged, so the right document is unknown. */
    readonly withoutDocument: number;
    /** Their document is not in the folder, or several files match it. */
    readonly unknownDocument: number;
    /** People disagree about a document for a question. */
    readonly contradicted: number;
  };
};

type File = Pick<PlannedFile, 'fileName' | 'label' | 'input'>;

/**
 * File names by the possible keys of their documents where the judgements were given: whether they were ingested as
 * protocols or policies, with keys from their names or their paths, is unknown. A key shared by two files maps to none.
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

/** Labels for a document that should be found, whether or not it was. */
const praises: ReadonlySet<LabelledPair['label']> = new Set(['helpful', 'missing']);

type Opinions = { readonly question: string; readonly wanted: Set<string>; readonly unwanted: Set<string> };

/**
 * Turns judgements into labelled questions of the category `feedback`, one for each wording, in the order of their
 * first judgement. A helpful document, and a missing one, should be found; a wrong or outdated one should not be among
 * the first three. A judgement of a passage counts for its document, because passages change with the chunking.
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
 * @throws Error that names the invalid line
 */
export const readLabelledPairs = (path: string): Promise<readonly LabelledPair[]> =>
  readJsonLines(path, labelledPairSchema, 'a labelled pair of a feedback export');
