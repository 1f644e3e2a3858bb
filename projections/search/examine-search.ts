import { describeError } from '../../domain/kernel/describe-error.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { KnownQuestion } from '../../domain/operations/known-question.ts';
import {
  type AskedQuestion,
  type Examination,
  FOUND_TOP_K,
  judgeRebuild,
  KEPT_TOP_K,
  KNOWN_QUESTIONS,
  notExamined,
} from '../../domain/operations/rebuild-examination.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { Database } from '../../ports/database.ts';
import type { CheckedQuestion, IndexCheck } from '../../ports/index-checker.ts';
import type { KnowledgeSearch } from '../../ports/knowledge-search.ts';
import {
  type BuiltGeneration,
  type ExaminedGenerations,
  generationSchema,
} from '../runner/projection-definition.ts';
import { titlesAsQuestions } from './known-questions.ts';
import { SEARCH_PROJECTION } from './search-projection.ts';

/** A search of one generation, usable like any other until it is closed. */
export type GenerationSearch = Pick<KnowledgeSearch, 'search'> & { readonly close: () => void };

export type ExaminerServices = {
  readonly database: Pick<Database, 'query'>;
  readonly openSearch: (generation: number, position: number) => GenerationSearch;
  /** The settings. */
  readonly readQuestions: () => readonly KnownQuestion[];
  /** Counts a generation's passages that lack their vector, in documents unchanged since `upTo`. */
  readonly countMissingVectors: (schema: string, upTo?: Position) => Promise<number>;
  /** Milliseconds between attempts at an index that does not respond. */
  readonly pause?: number;
};

/** Attempts at an index that cannot be searched in full: a short outage is not a loss. */
const ATTEMPTS = 3;
const PAUSE_MS = 3_000;

/** The live version of each document, and since when. */
type Places = ReadonlyMap<string, { readonly version: number | null; readonly changedAt: number }>;

const readPlaces = async (
  { database }: Pick<ExaminerServices, 'database'>,
  generation: number,
  docKeys: readonly string[],
): Promise<Places> => {
  const rows = await database.query(
    `select doc_key, version, changed_at from "${generationSchema(SEARCH_PROJECTION, generation)}".documents
      where doc_key = any($1::text[])`,
    [docKeys],
  );
  return new Map(
    rows.map(({ doc_key, version, changed_at }) => [
      String(doc_key),
      { version: version === null ? null : Number(version), changedAt: Number(changed_at) },
    ]),
  );
};

type Asked = {
  /** The document's rank among the results, from 1. */
  readonly rank: number | null;
  /** Why the index was not searched in full. */
  readonly unable?: string;
};

const ask = async (search: GenerationSearch, { question, docKey }: KnownQuestion): Promise<Asked> => {
  try {
    const { results, sources } = await search.search({ query: question, filters: {}, limit: KEPT_TOP_K });
    const at = results.findIndex(({ passage }) => passage.docKey === docKey);
    // An index that lacks some of its vectors is searched all the same.
    const away = sources.find(
      ({ source, outcome, found }) => source !== 'rerank' && outcome !== 'ok' && found === 0,
    );
    return {
      rank: at < 0 ? null : at + 1,
      ...(away
        ? { unable: `${away.source === 'dense' ? 'meaning' : 'words'} (${away.reason ?? away.outcome})` }
        : {}),
    };
  } catch (error) {
    return { rank: null, unable: describeError(error).message };
  }
};

/** Retries, a little later, questions that could not be searched in full. */
const askPatiently = async (
  search: GenerationSearch,
  question: KnownQuestion,
  pause: number,
  signal: AbortSignal,
): Promise<Asked> => {
  for (let attempt = 1; ; attempt += 1) {
    const asked = await ask(search, question);
    if (asked.unable === undefined || attempt === ATTEMPTS || signal.aborted) return asked;
    await abortablePause(pause, signal);
  }
};

/**
 * Whether both generations have the same state of a document, so that both must find it. A document that is not in
 * use, or that changed after the position of one of them, proves nothing.
 */
const isComparable = (
  docKey: string,
  before: Places,
  after: Places,
  { next }: ExaminedGenerations,
): boolean => {
  const served = before.get(docKey);
  if (!served || served.version === null || served.changedAt > next.position) return false;
  const built = after.get(docKey);
  return !built || built.version === served.version || built.changedAt <= served.changedAt;
};

/** The known questions: those in the settings, and more document titles than needed. */
const candidatesFor = async (
  { database, readQuestions }: Pick<ExaminerServices, 'database' | 'readQuestions'>,
  generation: number,
): Promise<readonly KnownQuestion[]> => [
  ...readQuestions(),
  ...(await titlesAsQuestions(database, generationSchema(SEARCH_PROJECTION, generation), KNOWN_QUESTIONS)),
];

/** Asks a generation the first ten known questions. */
export const createSearchCheck =
  (services: ExaminerServices) =>
  async ({ generation, position }: BuiltGeneration): Promise<Pick<IndexCheck, 'questions' | 'unable'>> => {
    const known = (await candidatesFor(services, generation)).slice(0, KNOWN_QUESTIONS);
    const places = await readPlaces(
      services,
      generation,
      known.map(({ docKey }) => docKey),
    );
    const search = services.openSearch(generation, position);
    try {
      const questions: CheckedQuestion[] = [];
      let unable: string | undefined;
      for (const { docKey, question, isTitle = false } of known) {
        const asked = await ask(search, { docKey, question });
        unable ??= asked.unable;
        const inUse = (places.get(docKey)?.version ?? null) !== null;
        questions.push({ docKey, question, isTitle, inUse, rank: asked.rank });
      }
      return { questions, ...(unable === undefined ? {} : { unable }) };
    } finally {
      search.close();
    }
  };

/**
 * Asks the live generation and a new one the same known questions, through the production search code, and returns
 * what the new one loses: first the questions from the settings, then titles of documents. The live one is kept
 * current meanwhile, so a document that changes during the comparison does not count.
 */
export const createSearchExaminer = (services: ExaminerServices) => {
  const { openSearch, countMissingVectors, pause = PAUSE_MS } = services;

  return async (generations: ExaminedGenerations, signal: AbortSignal): Promise<Examination> => {
    const { live, next } = generations;
    const candidates = await candidatesFor(services, live.generation);
    if (candidates.length === 0)
      return notExamined('No document without PHI is live that could be used for the test.');
    const docKeys = [...new Set(candidates.map(({ docKey }) => docKey))];
    const placesOf = async () =>
      [
        await readPlaces(services, live.generation, docKeys),
        await readPlaces(services, next.generation, docKeys),
      ] as const;
    const [liveBefore, nextBefore] = await placesOf();

    const before = openSearch(live.generation, live.position);
    const after = openSearch(next.generation, next.position);
    try {
      const asked: (AskedQuestion & { readonly isTitle: boolean })[] = [];
      let unable: string | undefined;
      for (const known of candidates) {
        if (signal.aborted || asked.length >= KNOWN_QUESTIONS) break;
        const { docKey, question, isTitle = false } = known;
        if (!isComparable(docKey, liveBefore, nextBefore, generations)) continue;
        const served = await ask(before, known);
        if (served.unable !== undefined)
          return notExamined(`The live one cannot be searched in full: ${served.unable}.`);
        // A title that does not find its document is not a known question.
        if (isTitle && (served.rank === null || served.rank > FOUND_TOP_K)) continue;
        const built =
          unable === undefined ? await askPatiently(after, known, pause, signal) : await ask(after, known);
        unable ??= built.unable;
        asked.push({
          docKey,
          isTitle,
          ...(isTitle ? {} : { question }),
          before: served.rank,
          after: built.rank,
        });
      }
      const [liveAfter, nextAfter] = await placesOf();
      const isUnchanged = (docKey: string): boolean =>
        liveBefore.get(docKey)?.changedAt === liveAfter.get(docKey)?.changedAt &&
        nextBefore.get(docKey)?.changedAt === nextAfter.get(docKey)?.changedAt;
      const questions = asked
        .filter(({ docKey }) => isUnchanged(docKey))
        .map(({ isTitle: _, ...question }) => question);
      const lacking = await countBoth(countMissingVectors, generations);
      const judged = judgeRebuild({
        questions,
        ...(lacking ? { lacking } : {}),
        unable:
          unable === undefined
            ? undefined
            : `It cannot be searched in full although the live one can: ${unable}.`,
      });
      return judged.outcome === 'passed' && questions.length === 0
        ? notExamined('The live one answers none of the known questions.')
        : judged;
    } finally {
      before.close();
      after.close();
    }
  };
};

/**
 * Passages without their vectors in each; nothing when that cannot be counted. A document added a moment ago may
 * still lack its vectors of a new model, which the index receives after the switch as well as before.
 */
const countBoth = async (
  countMissingVectors: ExaminerServices['countMissingVectors'],
  { live, next: { generation, completeTo } }: ExaminedGenerations,
): Promise<{ readonly before: number; readonly after: number } | undefined> => {
  try {
    const schema = generationSchema(SEARCH_PROJECTION, generation);
    const after = await countMissingVectors(schema, completeTo);
    if (after === 0) return { before: 0, after };
    const before = await countMissingVectors(
      generationSchema(SEARCH_PROJECTION, live.generation),
      completeTo,
    );
    // Vectors in transit during the count have arrived by now.
    return {
      before,
      after: Math.min(after, await countMissingVectors(schema, completeTo)),
    };
  } catch {
    return undefined;
  }
};
