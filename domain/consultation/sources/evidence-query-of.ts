import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { isGenericWord } from '../../language/generic-words.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { tokenize } from '../../language/tokenize.ts';
import type { PhiFinding } from '../../privacy/detect-phi.ts';
import { interpretQuery } from '../../retrieval/query/interpret-query.ts';
import type { QueryVocabulary } from '../../retrieval/query/query-vocabulary.ts';
import { isDrugLike } from './drug-like.ts';
import type { EvidenceQuery } from './evidence-query.ts';

/** Limits of the terms of each kind, and of words: a text with more is not one question. */
const MOST_OF_A_KIND = 4;
const MOST_WORDS = 6;
const SHORTEST_WORD = 3;
/** A single word is too unspecific. */
const FEWEST_WORDS = 2;

/** Removes the findings from a text, leaving a space in each place. */
const withoutFindings = (text: string, findings: readonly PhiFinding[]): string => {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of findings) {
    parts.push(text.slice(from, start));
    from = end;
  }
  parts.push(text.slice(from));
  return parts.join(' ');
};

/** Meaningful words of a known language, so that no undetected name is among them. */
const wordsOf = (searchedFor: string, { isEnglish }: QueryVocabulary): readonly string[] =>
  [...new Set(tokenize(searchedFor).map(({ text }) => text))].filter(
    (word) =>
      word.length >= SHORTEST_WORD &&
      /^[a-z-]+$/.test(word) &&
      !stopWords.has(word) &&
      !isGenericWord(stem(word)) &&
      isEnglish(word),
  );

/**
 * Returns the query for external sources: the drugs, conditions and procedures of the question in the words of the
 * terminology, after removal of all findings that identify a person, and whether it is about adults or children.
 * Neither numbers nor the wording of the question are included. Its words are used only if nothing was found in it
 * and it names nothing in the terminology. Undefined if nothing is left to ask for.
 *
 * @param question the resolved question, without the clinical context
 * @param findings in text order, without overlaps
 * @param vocabulary one without a corpus, so that words of this hospital's documents are not sent either
 */
export const evidenceQueryOf = (
  question: string,
  findings: readonly PhiFinding[],
  intent: string,
  vocabulary: QueryVocabulary,
): EvidenceQuery | undefined => {
  const { entities, population, searchedFor } = interpretQuery(
    withoutFindings(question, findings),
    vocabulary,
  );
  const unlisted = tokenize(searchedFor)
    .map(({ text }) => text)
    .filter((word) => isDrugLike(word) && !entities.drugs.some((drug) => drug.includes(word)));
  const terms = {
    drugs: [...new Set([...entities.drugs, ...unlisted])].slice(0, MOST_OF_A_KIND),
    conditions: entities.conditions.slice(0, MOST_OF_A_KIND),
    procedures: entities.procedures.slice(0, MOST_OF_A_KIND),
  };
  const namesSomething = terms.drugs.length + terms.conditions.length + terms.procedures.length > 0;
  const words = namesSomething || findings.length > 0 ? [] : wordsOf(searchedFor, vocabulary);
  if (!namesSomething && words.length < FEWEST_WORDS) return undefined;
  return { terms: { ...terms, words: words.slice(0, MOST_WORDS) }, intent, ...omitUndefined({ population }) };
};
