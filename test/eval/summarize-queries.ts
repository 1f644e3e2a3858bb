import {
  distinctFiles,
  meanScores,
  type RetrievalScores,
  scoreRanking,
} from '../../domain/retrieval/retrieval-metrics.ts';
import type { Figures } from './evaluation.ts';
import { hasPhrase } from './has-phrase.ts';
import type { LabelledQuery } from './labelled-queries.ts';

/** A result as far as it is judged. */
export type RankedResult = { readonly fileName: string; readonly text: string };

export type ScoredQuery = {
  readonly id: string;
  readonly category: string;
  readonly files: readonly string[];
  readonly scores: RetrievalScores;
  /** Absent for a question without an answer phrase. */
  readonly answerFound: boolean | undefined;
};

const FILES = 10;
const PASSAGES_READ = 3;

/** Judges the results of one question, best first. */
export const scoreQuery = (labelled: LabelledQuery, results: readonly RankedResult[]): ScoredQuery => {
  const ranked = results.map(({ fileName }) => fileName);
  const { id, category, relevant, answer } = labelled;
  const read = results.slice(0, PASSAGES_READ).map(({ text }) => text);
  return {
    id,
    category,
    files: distinctFiles(ranked).slice(0, FILES),
    scores: scoreRanking(ranked, relevant),
    answerFound: answer === undefined ? undefined : hasPhrase(read, answer),
  };
};

const figuresOf = (queries: readonly ScoredQuery[]): Figures => {
  const answerable = queries.filter(({ answerFound }) => answerFound !== undefined);
  const found = answerable.filter(({ answerFound }) => answerFound).length;
  return {
    ...meanScores(queries.map(({ scores }) => scores)),
    answerAt3: answerable.length === 0 ? 0 : found / answerable.length,
  };
};

const numberOf = (id: string): number => Number(/(\d+)\D*$/.exec(id)?.[1] ?? 0);

/**
 * Means over all questions, over the halves, and over each category. Even ids are there to tune by, odd ones to
 * judge by: a gain that shows in the first half only was learned by heart.
 */
export const summarizeQueries = (queries: readonly ScoredQuery[]): Readonly<Record<string, Figures>> => {
  const categories = [...new Set(queries.map(({ category }) => category))].sort();
  return {
    all: figuresOf(queries),
    tuning: figuresOf(queries.filter(({ id }) => numberOf(id) % 2 === 0)),
    final: figuresOf(queries.filter(({ id }) => numberOf(id) % 2 === 1)),
    ...Object.fromEntries(
      categories.map((name) => [name, figuresOf(queries.filter(({ category }) => category === name))]),
    ),
  };
};
