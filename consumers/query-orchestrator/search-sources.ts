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

/** The findings for a question, in the knowledge base and in external sources. */
export type FoundForQuestion = {
  /** Whether the loaded documents were searched, or why not. */
  readonly documents: 'searched' | keyof typeof documentsNotSearched;
  readonly knowledge: SearchOutcome;
  readonly evidence: readonly Evidence[];
  readonly outcomes: readonly SourceOutcome[];
  /** Warnings for the reader of the answer, each a sentence. */
  readonly warnings: readonly string[];
};

type SearchTask = {
  readonly question: ResolvedQuestion;
  readonly query: Extract<KnownQuery, { status: 'routed' | 'searched' }>;
  readonly metadata: Pick<EventMetadata, 'actor'>;
  readonly time: TimeLeft;
};

/** Extra passages to find, so that enough remain to cite without near-duplicates. */
export const SPARE_PASSAGES = 5;

/**
 * Bounds of the knowledge base search in milliseconds. It gets its minimum even past the deadline, because excerpts are
 * still an answer, and a maximum that leaves time for external evidence. Each of its steps has its own time-out.
 */
const BOUNDS = { least: 3000, most: 15_000 };

/** The sources chosen for a query; queries of earlier versions were not routed. */
const chosenOf = ({ query }: SearchTask): readonly SourceName[] =>
  query.routing?.sources.map(({ source }) => source) ?? ['knowledge_base'];

/** The filters that narrow the knowledge base to its chosen sources; undefined when none was chosen. */
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

/** Searches the external sources, unless that was done before a crash or the deadline is over. Never rejects. */
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

/** The outcome of each in-house source in the one search of the knowledge base. */
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
 * The external sources that were left out only because others come first for such a question. None when a person named
 * the sources.
 */
const othersOutside = ({ question, query }: SearchTask): readonly ExternalSource[] =>
  question.asked.sourcesWanted !== undefined
    ? []
    : (query.routing?.leftOut ?? []).flatMap(({ source, because }) =>
        because === 'not_wanted' && isExternalSource(source) ? [source] : [],
      );

/** The warning of the failure matrix for when the knowledge base does not answer. */
const WITHOUT_KNOWLEDGE = 'The knowledge base did not answer; this answer comes from sources outside alone.';

/**
 * Searches the chosen sources in parallel. Returns an error for a search that can never succeed, so that it is not
 * retried. When the knowledge base fails, the remaining external sources are searched too (failure matrix, "KB
 * Search"); rejects with its failure if they find nothing.
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
  // Once another node owns the work, this one must call no service.
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
