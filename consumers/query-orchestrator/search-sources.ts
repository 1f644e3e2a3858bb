import type { documentsNotSearched } from '../../domain/consultation/compose-extractive-answer.ts';
import type { KnownQuery } from '../../domain/consultation/query-state.ts';
import { searchTextOf } from '../../domain/consultation/search-text.ts';
import type { Evidence } from '../../domain/consultation/sources/evidence.ts';
import { mergeEvidence } from '../../domain/consultation/sources/merge-evidence.ts';
import {
  type ExternalSource,
  inHouseSourceTypes,
  isExternalSource,
  type SourceName,
} from '../../domain/consultation/sources/source-name.ts';
import type { SourceOutcome } from '../../domain/consultation/sources/source-outcome.ts';
import type { EventMetadata } from '../../domain/kernel/event.ts';
import { Failure, type FailureReason } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import { err, ok, type Result } from '../../domain/kernel/result.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { SearchOutcome } from '../../ports/knowledge-search.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { ResolvedQuestion } from './resolve-question.ts';
import type { TimeLeft } from './time-left.ts';

/** What was found for a question, here and outside. */
export type FoundForQuestion = {
  /** Whether the loaded documents were searched, or why not. */
  readonly documents: 'searched' | keyof typeof documentsNotSearched;
  readonly knowledge: SearchOutcome;
  readonly evidence: readonly Evidence[];
  readonly outcomes: readonly SourceOutcome[];
  /** What the answer must be read with, each a sentence. */
  readonly warnings: readonly string[];
};

type SearchTask = {
  readonly question: ResolvedQuestion;
  readonly query: Extract<KnownQuery, { status: 'routed' | 'searched' }>;
  readonly metadata: Pick<EventMetadata, 'actor'>;
  readonly time: TimeLeft;
};

/** Passages beyond those that are cited are searched too, so that near-duplicates leave enough to cite. */
export const SPARE_PASSAGES = 5;

/**
 * Milliseconds that the knowledge base is searched: also past the deadline, since excerpts are still an answer, and not
 * so long that no time is left for what was found outside. Its steps have time-outs of their own, one after the other.
 */
const BOUNDS = { least: 3000, most: 15_000 };

/** Queries of former versions were not routed. */
const chosenOf = ({ query }: SearchTask): readonly SourceName[] =>
  query.routing?.sources.map(({ source }) => source) ?? ['knowledge_base'];

/** What narrows the knowledge base to the sources that were chosen in it; `undefined` where none was. */
const filtersFor = (chosen: readonly SourceName[], filters: SearchFilters): SearchFilters | undefined => {
  if (chosen.includes('knowledge_base')) return filters;
  const types = chosen.flatMap((source) => inHouseSourceTypes[source] ?? []);
  const wanted = filters.sourceType?.filter((type) => types.includes(type)) ?? types;
  return wanted.length === 0 ? undefined : { ...filters, sourceType: [...wanted] };
};

/** A search that was not made. */
export const nothingSearched = ({
  question: { interpretation },
}: Pick<SearchTask, 'question'>): SearchOutcome => ({
  results: [],
  interpretation,
  filters: {},
  sources: [],
  warnings: [],
  cached: false,
  milliseconds: 0,
  index: { generation: 0, position: 0, model: 'none' },
});

const searchKnowledge = async (
  task: SearchTask,
  { search }: Pick<OrchestratorServices, 'search'>,
): Promise<SearchOutcome> => {
  const { question, query, metadata, time } = task;
  const { asked, standalone } = question;
  const filters = filtersFor(chosenOf(task), asked.filters);
  if (filters === undefined) return nothingSearched(task);
  return time.within(BOUNDS, () =>
    search.search({
      query: searchTextOf(standalone, asked.clinicalContext),
      filters,
      limit: asked.limit + SPARE_PASSAGES,
      forAnswer: true,
      phi: query.screening.detected,
      ...omitUndefined({ specialties: asked.clinicalContext?.specialty }),
      askedBy: responsibleUserId(metadata.actor),
    }),
  );
};

type FoundOutside = Pick<FoundForQuestion, 'evidence' | 'outcomes' | 'warnings'>;

const nothingFound = { evidence: [], outcomes: [], warnings: [] } as const;

/** Looks in the sources outside, unless they were before a crash, or the deadline is over. Never rejects. */
const searchOutside = async (
  task: SearchTask,
  { sourceSearch, settings }: Pick<OrchestratorServices, 'sourceSearch' | 'settings'>,
  chosen: readonly ExternalSource[] = chosenOf(task).filter(isExternalSource),
): Promise<FoundOutside> => {
  const { question, query, metadata, time } = task;
  if (query.status === 'searched') {
    const { evidence = [], sources } = query.search;
    return { evidence, outcomes: sources.filter(({ source }) => isExternalSource(source)), warnings: [] };
  }
  const timeLeft = time.forSlowWork();
  if (sourceSearch === undefined || chosen.length === 0 || timeLeft <= 0) return nothingFound;
  return sourceSearch({
    chosen,
    question: question.standalone,
    intent: query.routing?.intent ?? 'general',
    timeoutMs: Math.min(settings.current().searchTimeoutMs, timeLeft),
    askedBy: responsibleUserId(metadata.actor),
    signal: time.signal,
  });
};

/** How each of the sources in the house fared in the one search of the knowledge base. */
const outcomesInHouse = (task: SearchTask, knowledge: SearchOutcome | undefined): readonly SourceOutcome[] =>
  chosenOf(task)
    .filter((source) => !isExternalSource(source))
    .map((source) => {
      const types = inHouseSourceTypes[source];
      const found = knowledge?.results.filter(
        ({ passage }) => types === undefined || types.includes(passage.sourceType),
      );
      return {
        source,
        outcome: found === undefined ? 'failed' : 'ok',
        found: found?.length ?? 0,
        milliseconds: knowledge?.milliseconds ?? 0,
        cached: knowledge?.cached ?? false,
        redacted: false,
      };
    });

/**
 * The sources outside that could be asked and were left out only because others come first for such a question. Where a
 * person named the sources, there are none: those alone are theirs.
 */
const othersOutside = ({ question, query }: SearchTask): readonly ExternalSource[] =>
  question.asked.sourcesWanted !== undefined
    ? []
    : (query.routing?.leftOut ?? []).flatMap(({ source, because }) =>
        because === 'not_wanted' && isExternalSource(source) ? [source] : [],
      );

/** What the failure matrix says where the knowledge base does not answer. */
const WITHOUT_KNOWLEDGE = 'The knowledge base did not answer; this answer comes from sources outside alone.';

/**
 * Searches the chosen sources, all at once. A refusal is what will never be searched: trying again does not help. Where
 * the knowledge base fails, the other sources outside are asked as well (failure matrix, "KB Search"); where none of them
 * has anything either, its failure is thrown on.
 */
export const searchSources = async (
  task: SearchTask,
  services: Pick<OrchestratorServices, 'search' | 'sourceSearch' | 'settings'>,
): Promise<Result<FoundForQuestion, FailureReason>> => {
  const [searched, outside] = await Promise.allSettled([
    searchKnowledge(task, services),
    searchOutside(task, services),
  ]);
  const { evidence, outcomes, warnings } = outside.status === 'fulfilled' ? outside.value : nothingFound;
  if (searched.status === 'fulfilled') {
    const knowledge = searched.value;
    const isSearched = filtersFor(chosenOf(task), task.question.asked.filters) !== undefined;
    return ok({
      documents: isSearched ? 'searched' : 'left_out',
      knowledge,
      evidence,
      outcomes: [...outcomesInHouse(task, knowledge), ...outcomes],
      warnings: [...warnings],
    });
  }
  const error: unknown = searched.reason;
  if (error instanceof Failure && error.reason.code === 'validation_error') return err(error.reason);
  // Work that belongs to another node by now calls no service any more.
  task.time.signal.throwIfAborted();
  const others =
    task.query.status === 'searched'
      ? nothingFound
      : await searchOutside(task, services, othersOutside(task));
  const found = mergeEvidence([evidence, others.evidence]);
  if (found.length === 0) throw error;
  return ok({
    documents: 'failed',
    knowledge: nothingSearched(task),
    evidence: found,
    outcomes: [...outcomesInHouse(task, undefined), ...outcomes, ...others.outcomes],
    warnings: [WITHOUT_KNOWLEDGE, ...warnings, ...others.warnings],
  });
};
