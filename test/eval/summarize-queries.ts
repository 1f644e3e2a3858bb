import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { AnswerScores } from './answers/judge-answer.ts';
import type { Figures } from './evaluation.ts';
import { hasPhrase } from './has-phrase.ts';
import type { LabelledQuery } from './labelled-queries.ts';
import { type Presented, presentedAs } from './presented-as.ts';
import { distinctFiles, meanScores, type RetrievalScores, scoreRanking } from './retrieval-metrics.ts';

/** The parts of a result that are judged. */
type RankedResult = {
  readonly fileName: string;
  readonly text: string;
  /** The pages that it is on, from 1; absent where they are unknown. */
  readonly pages?: readonly number[];
  readonly weak?: true | undefined;
};

export type ScoredQuery = {
  readonly id: string;
  readonly category: string;
  readonly files: readonly string[];
  /** The presentation of the results. */
  readonly presented: Presented;
  /** Absent for a question that only names unwanted files. */
  readonly scores: RetrievalScores | undefined;
  /** Absent for a question without an answer phrase. */
  readonly answerFound: boolean | undefined;
  /** Whether the first result, and any of the first three, is on a labelled page; absent without labelled pages. */
  readonly pageFound: { readonly first: boolean; readonly three: boolean } | undefined;
  /** The judgement of its answer; absent for a question without an answer phrase, or that was only searched for. */
  readonly answered?: AnswerScores;
  /** Whether none of the unwanted files is among the first three; absent for a question without such files. */
  readonly avoided: boolean | undefined;
  /** Whether the absence of the number is pointed out; absent for other questions. */
  readonly absenceSaid: boolean | undefined;
};

const FILES = 10;
const PASSAGES_READ = 3;
const FILES_LOOKED_AT = 3;

/** Whether the first results are on labelled pages; any page counts of a file that is labelled as a whole. */
const findPages = (
  { relevant }: Pick<LabelledQuery, 'relevant'>,
  results: readonly RankedResult[],
): ScoredQuery['pageFound'] => {
  if (!relevant.some(({ pages }) => pages !== undefined)) return undefined;
  const [first = false, ...next] = results
    .slice(0, PASSAGES_READ)
    .map(({ fileName, pages: own = [] }) =>
      relevant.some(
        ({ file, pages }) => file === fileName && (pages?.some((page) => own.includes(page)) ?? true),
      ),
    );
  return { first, three: first || next.includes(true) };
};

/** Whether the results are not presented as a document with the number, and a warning names it. */
const statesAbsence = (number: string, presented: Presented, warnings: readonly string[]): boolean =>
  presented !== 'strong' && warnings.some((warning) => warning.toLowerCase().includes(number.toLowerCase()));

/**
 * Judges the results of one question, best first.
 *
 * @param warnings the warnings of the results
 */
export const scoreQuery = (
  labelled: LabelledQuery,
  results: readonly RankedResult[],
  warnings: readonly string[] = [],
): ScoredQuery => {
  const ranked = results.map(({ fileName }) => fileName);
  const { id, category, relevant, unwanted, answer, absent } = labelled;
  const read = results.slice(0, PASSAGES_READ).map(({ text }) => text);
  const files = distinctFiles(ranked).slice(0, FILES);
  const presented = presentedAs(results);
  return {
    id,
    category,
    files,
    presented,
    scores: relevant.length === 0 ? undefined : scoreRanking(ranked, relevant),
    avoided:
      unwanted.length === 0
        ? undefined
        : !files.slice(0, FILES_LOOKED_AT).some((file) => unwanted.includes(file)),
    absenceSaid: absent === undefined ? undefined : statesAbsence(absent, presented, warnings),
    pageFound: findPages(labelled, results),
    answerFound: answer === undefined ? undefined : hasPhrase(read, answer),
  };
};

/** The share of "yes" among the known values; undefined when none is known. */
const shareOf = (values: readonly (boolean | undefined)[]): number | undefined => {
  const answers = values.filter((one) => one !== undefined);
  return answers.length === 0 ? undefined : answers.filter(Boolean).length / answers.length;
};

const figuresOf = (queries: readonly ScoredQuery[]): Figures => {
  const scores = queries.flatMap((query) => query.scores ?? []);
  const pageAt1 = shareOf(queries.map(({ pageFound }) => pageFound?.first));
  const pageAt3 = shareOf(queries.map(({ pageFound }) => pageFound?.three));
  const answerAt3 = shareOf(queries.map(({ answerFound }) => answerFound));
  const citedFirst = shareOf(queries.map(({ answered }) => answered?.first));
  const citedIn3 = shareOf(queries.map(({ answered }) => answered?.three));
  const cited = shareOf(queries.map(({ answered }) => answered?.any));
  const absenceSaid = shareOf(queries.map((query) => query.absenceSaid));
  const avoidedAt3 = shareOf(queries.map(({ avoided }) => avoided));
  return {
    ...(scores.length === 0 ? {} : meanScores(scores)),
    questions: queries.length,
    ...omitUndefined({ pageAt1, pageAt3, answerAt3, citedFirst, citedIn3, cited, avoidedAt3, absenceSaid }),
  };
};

/** The last number of a question's id, which determines its half. */
export const numberOf = (id: string): number => Number(/(\d+)\D*$/.exec(id)?.[1] ?? 0);

/**
 * Means over all questions, over the halves, and over each category. Even ids are for tuning, odd ones for judging: a
 * gain only in the first half is overfitting.
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
