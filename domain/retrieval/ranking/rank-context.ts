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

/** What the ways of searching say about a passage. */
export type RetrievalEvidence = {
  /** Share of the best BM25 score of this search, 0 to 1. */
  readonly lexical: number;
  /** Cosine similarity, negative ones as 0. */
  readonly dense: number;
  /** Share of the best fused score, 0 to 1. */
  readonly fused: number;
};

/** What is asked, prepared once per search. */
export type RankContext = {
  readonly interpretation: QueryInterpretation;
  readonly terms: readonly LexicalTerm[];
  /** Terms that say what the question is about, without those that only say what sort of answer is wanted. */
  readonly subject: readonly LexicalTerm[];
  /** What the question is about, each thing once, weighed by its rarity in the corpus. */
  readonly subjects: readonly Subject[];
  /** Their weights, in their order. */
  readonly subjectWeights: readonly number[];
  /** How rare a term is in the corpus, from 0 (everywhere) to 1 (nowhere). */
  readonly rarityOf: QueryVocabulary['rarityOf'];
  /** What sort of answer is wanted. */
  readonly kind: QuestionKind;
  /** All that is ranked, for signals that compare; none before anything is found. */
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
  /** Whether the question gives the signal a meaning; otherwise it is left out. */
  readonly applies: (context: RankContext) => boolean;
  /** Whether it goes by where something comes from: it is left out where it is the same of all candidates. */
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

/** Share of the weight of some terms that are there, 0 to 1. */
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
 * Share of what the question is about that a passage covers, 0 to 1, rare things counting most. A question that names
 * nothing but the sort of answer is taken by its words.
 */
export const coverage = (candidate: Candidate, { subjects, subjectWeights, terms }: RankContext): number =>
  subjects.length === 0
    ? shareOfTerms(terms, (term) => anywhere(candidate.fields(term)))
    : shareCovered(subjectWeights, candidate.coverages);
