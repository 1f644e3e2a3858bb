import { z } from 'zod';
import type { KnownQuestion } from '../../domain/operations/known-question.ts';
import type { Database } from '../../ports/database.ts';

const titledRow = z.object({ doc_key: z.string(), title: z.string() });

/** Documents read per question: some are sealed, and some have no distinctive title. */
const CANDIDATES = 4;

/**
 * Titles of live documents as questions, spread over the whole knowledge base and always the same for the same
 * contents. Only documents that were screened and hold no PHI are used.
 */
export const titlesAsQuestions = async (
  database: Pick<Database, 'query'>,
  schema: string,
  wanted: number,
): Promise<readonly KnownQuestion[]> => {
  const rows = await database.query(
    `with ordered as (
       select doc_key, version, row_number() over (order by doc_key collate "C") - 1 as place, count(*) over () as total
         from "${schema}".documents where version is not null),
     picked as (
       -- One of each of these equal parts.
       select distinct on (place * $1::bigint / total) doc_key, version from ordered
        order by place * $1::bigint / total, place)
     select picked.doc_key, first.passage->>'title' as title
       from picked cross join lateral (
         select passage from "${schema}".passages p
          where p.doc_key = picked.doc_key and p.version = picked.version and p.sealed is null
          order by p.index limit 1) as first
      where first.passage->>'title' is not null
      order by picked.doc_key collate "C"`,
    [wanted * CANDIDATES],
  );
  const seen = new Set<string>();
  const questions = rows.flatMap((row) => {
    const { doc_key: docKey, title } = titledRow.parse(row);
    const question = title.trim().slice(0, 300);
    // The order of two documents with the same title means nothing.
    if (question === '' || seen.has(question.toLowerCase())) return [];
    seen.add(question.toLowerCase());
    return [{ docKey, question, isTitle: true }];
  });
  // In this order even the first ones cover the whole knowledge base.
  const stride = Math.max(1, Math.floor(questions.length / wanted));
  return questions
    .map((question, at) => ({ question, turn: at % stride }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ question }) => question);
};
