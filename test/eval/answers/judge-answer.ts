import { agesIn } from '../../../domain/clinical-text/patient-ages.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { normalizeQuery } from '../../../domain/retrieval/query/normalize-query.ts';
import { populationOf } from '../../../domain/retrieval/query/query-population.ts';
import { hasPhrase } from '../has-phrase.ts';
import { type Fault, findFaults, type Patients } from './find-faults.ts';
import { missingWarnings, type RequiredWarnings, type SentencePlace } from './required-warnings.ts';
import type { SourceText } from './source-text.ts';

/** The parts of an answer that are judged. */
type JudgedAnswer = {
  readonly answer: string | null;
  readonly citations: readonly {
    readonly n: number;
    readonly docKey: string;
    readonly version: number;
    readonly title: string;
    readonly fileName: string;
    readonly section: string;
    readonly excerpt: string;
    readonly passages?: readonly { readonly section: string; readonly excerpt: string }[] | undefined;
  }[];
  readonly warnings: readonly string[];
};

/** The expectations for an answer. */
type Expected = {
  readonly question: string;
  /** A phrase of the right passage. */
  readonly phrase: string;
  /** Its required warnings; absent when unknown. */
  readonly needed?: RequiredWarnings | undefined;
  /** The text of a cited document. */
  readonly sourceOf: (docKey: string, version: number) => SourceText | undefined;
};

/** The phrases found in an answer, and its faults. */
export type AnswerScores = {
  /** Whether the first citation, one of the first three, or any of them contains the phrase. */
  readonly first: boolean;
  readonly three: boolean;
  readonly any: boolean;
  readonly characters: number;
  readonly faults: readonly Fault[];
  /** Required warnings that it lacks, each by one sufficient place; absent when unknown. */
  readonly missing?: readonly SentencePlace[];
};

const patientsOf = (question: string): Patients | undefined => {
  const text = normalizeQuery(question).toLowerCase();
  return populationOf(text, agesIn(text));
};

/** The faults in the citations of an answer to a question, each with its place. */
export const faultsOfAnswer = (
  { citations, answer }: Pick<JudgedAnswer, 'citations' | 'answer'>,
  { question, sourceOf }: Pick<Expected, 'question' | 'sourceOf'>,
): readonly Fault[] => {
  const lines = (answer ?? '').split('\n');
  const judged = citations.map(({ n, docKey, version, title, fileName, section, excerpt, passages }) => ({
    n,
    title,
    fileName,
    heading: lines.find((line) => line.startsWith(`[${n}] `)) ?? '',
    parts: passages ?? [{ section, excerpt }],
    ...omitUndefined({ source: sourceOf(docKey, version) }),
  }));
  return findFaults(judged, patientsOf(question));
};

/** Judges an answer. */
export const judgeAnswer = (
  given: JudgedAnswer,
  { question, phrase, needed, sourceOf }: Expected,
): AnswerScores => {
  const { citations, answer, warnings } = given;
  const holds = (count: number): boolean =>
    hasPhrase(
      citations.slice(0, count).map(({ excerpt }) => excerpt),
      phrase,
    );
  const missing =
    needed && missingWarnings({ citations, warnings }, needed).flatMap(([place]) => place ?? []);
  return {
    first: holds(1),
    three: holds(3),
    any: holds(citations.length),
    characters: answer?.length ?? 0,
    faults: faultsOfAnswer(given, { question, sourceOf }),
    ...omitUndefined({ missing }),
  };
};
