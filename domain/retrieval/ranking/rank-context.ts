import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { isGenericWord } from '../../language/generic-words.ts';
import { type LexicalTerm, lexicalQuery } from '../lexical/lexical-query.ts';
import { bodyTermsOf, sectionTermsOf, titleTermsOf } from '../lexical/passage-terms.ts';
import type { TermFields } from '../lexical/postings.ts';
import type { Passage } from '../passage.ts';
import { protocolNumbersOf, sectionNumbersOf } from '../protocol-numbers.ts';
import type { QueryInterpretation } from '../query/query-interpretation.ts';
import { type QueryVocabulary, vocabularyWithoutCorpus } from '../query/query-vocabulary.ts';
import { type QuestionKind, questionKindOf } from '../query/question-kind.ts';
import { type Subject, subjectsOf } from './question-subjects.ts';
import { coverageOfSubject, shareCovered } from './subject-coverage.ts';

/** The search scores of a passage. */
export type RetrievalEvidence = {
  /** Share of the best BM25 score of this search, 0 to 1. */
  readonly lexical: number;
  /** Cosine similarity, negative ones as 0. */
  readonly dense: number;
  /** Share of the best fused score, 0 to 1. */
  readonly fused: number;
};

/** A question prepared for ranking, once per search. */
export type RankContext = {
  readonly interpretation: QueryInterpretation;
  readonly terms: readonly LexicalTerm[];
  /** Terms for the subject of the question, without those that only state the kind of answer. */
  readonly subject: readonly LexicalTerm[];
  /** The subjects of the question, each once, weighted by rarity in the corpus. */
  readonly subjects: readonly Subject[];
  /** Their weights, in their order. */
  readonly subjectWeights: readonly number[];
  /** How rare a term is in the corpus, from 0 (everywhere) to 1 (nowhere). */
  readonly rarityOf: QueryVocabulary['rarityOf'];
  /** The kind of answer wanted. */
  readonly kind: QuestionKind;
  /** All candidates, for signals that compare them; empty before the search. */
  readonly candidates: readonly Candidate[];
};

/** A passage prepared for ranking. */
export type Candidate = {
  readonly passage: Passage;
  readonly evidence: RetrievalEvidence;
  /** In which fields a term of the lexical index occurs. */
  readonly fields: (term: string) => TermFields;
  readonly protocolNumbers: readonly string[];
  /** How much of each subject of the question it covers, 0 to 1, in their order. */
  readonly coverages: readonly number[];
};

/** One signal of ranking. */
export type RankFeature = {
  readonly name: string;
  /** Contribution at a value of 1. Negative for penalties. */
  readonly weight: number;
  /** Whether the signal applies to the question; otherwise it is left out. */
  readonly applies: (context: RankContext) => boolean;
  /** Whether it depends on the source: it is left out when it is the same for all candidates. */
  readonly comparesSources?: true;
  /** From 0 to 1; -1 to 1 where disagreement counts against a passage. */
  readonly value: (candidate: Candidate, context: RankContext) => number;
};

/** Prepares a question for ranking, by default with the terms that it is searched with. */
export const rankContextOf = (
  interpretation: QueryInterpretation,
  terms: readonly LexicalTerm[] = lexicalQuery(interpretation),
  vocabulary: Pick<QueryVocabulary, 'rarityOf' | 'familiarityOf'> = vocabularyWithoutCorpus(),
): RankContext => {
  const searched = new Set(terms.map(({ term }) => term));
  const subjects = subjectsOf(interpretation, vocabulary, (term) => searched.has(term));
  const subject = terms.filter(({ term }) => !isGenericWord(term));
  return {
    interpretation,
    terms,
    subject: subject.length > 0 ? subject : terms,
    subjects,
    subjectWeights: subjects.map(({ weight }) => weight),
    rarityOf: vocabulary.rarityOf,
    kind: questionKindOf(interpretation),
    candidates: [],
  };
};

/** Finds the fields of a term by analysing the passage: for passages that no index holds. */
export const analyzedFields = (passage: Passage): ((term: string) => TermFields) => {
  const body = new Map<string, number>();
  for (const term of bodyTermsOf(passage)) body.set(term, (body.get(term) ?? 0) + 1);
  const title = titleTermsOf(passage);
  const section = sectionTermsOf(passage);
  return (term) => ({
    body: body.has(term),
    title: title.has(term),
    section: section.has(term),
    times: body.get(term) ?? 0,
  });
};

const everyProtocolNumberOf = weakMemoize((passage: Passage): readonly string[] => [
  ...new Set([...protocolNumbersOf(passage), ...sectionNumbersOf(passage.sectionPath)]),
]);

/** Whether a term occurs in any field. */
export const anywhere = ({ body, title, section }: TermFields): boolean => body || title || section;

/** Prepares a passage for the ranking of a question. */
export const candidateOf = (
  passage: Passage,
  evidence: RetrievalEvidence,
  fields: (term: string) => TermFields,
  { subjects }: Pick<RankContext, 'subjects'>,
): Candidate => ({
  passage,
  evidence,
  fields,
  protocolNumbers: everyProtocolNumberOf(passage),
  coverages: subjects.map((subject) => coverageOfSubject(subject, (term) => anywhere(fields(term)))),
});

/** The share of the terms' weight that is present, 0 to 1. */
export const shareOfTerms = (terms: readonly LexicalTerm[], present: (term: string) => boolean): number => {
  let all = 0;
  let found = 0;
  for (const { term, weight } of terms) {
    all += weight;
    if (present(term)) found += weight;
  }
  return all === 0 ? 0 : found / all;
};

/**
 * The share of the question's subjects that a passage covers, 0 to 1, with rare ones counting most. A question that names
 * only the kind of answer is measured by its words.
 */
export const coverage = (candidate: Candidate, { subjects, subjectWeights, terms }: RankContext): number =>
  subjects.length === 0
    ? shareOfTerms(terms, (term) => anywhere(candidate.fields(term)))
    : shareCovered(subjectWeights, candidate.coverages);
