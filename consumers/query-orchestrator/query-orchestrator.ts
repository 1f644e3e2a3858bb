import { z } from 'zod';
import { countQuestion } from '../../domain/consultation/counted-question.ts';
import { hasPatientContext } from '../../domain/consultation/has-patient-context.ts';
import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import { clarificationAnswered, queryAsked, queryCancelled } from '../../domain/consultation/query-events.ts';
import { type QueryState, toolRoundsOfRound } from '../../domain/consultation/query-state.ts';
import { routeQuestion } from '../../domain/consultation/route-question.ts';
import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import type { FailureReason } from '../../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../../domain/kernel/identifiers.ts';
import { isSubjectErased } from '../../domain/privacy/is-subject-erased.ts';
import { interpretQuery } from '../../domain/retrieval/query/interpret-query.ts';
import { toolCallEndTypes } from '../../domain/tools/tool-call-state.ts';
import { isReadModelUnavailable } from '../../followers/read-model-unavailable.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import type { Delivery } from '../runner/delivery.ts';
import { endsWithin } from '../runner/ends-within.ts';
import { detectActionByRules, performActionByRules } from './act-by-rules.ts';
import type { AnswerRound } from './answer-round.ts';
import { requestTools } from './call-tools.ts';
import { chooseClarification } from './choose-clarification.ts';
import { classifyQuestion } from './classify-question.ts';
import { describeSearch } from './describe-search.ts';
import { excerptsAnswer } from './excerpts-answer.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import { openQueryRecord, QUERY_ORCHESTRATOR, type QueryRecord } from './query-record.ts';
import { resolveQuestion } from './resolve-question.ts';
import { allToolCallsEnded, readRoundToolCalls } from './round-tool-calls.ts';
import { screenQuestion } from './screen-question.ts';
import { searchSources } from './search-sources.ts';
import { timeLeftAfter, timeLeftOf } from './time-left.ts';
import { withStateWarnings } from './with-state-warnings.ts';
import { writeAnswer } from './write-answer.ts';

/** Milliseconds past a query's own deadline after which an attempt that ignores it is abandoned. */
const SPARE_MS = 30_000;

/** The only field read from the end of a tool call: the query it was called for. */
const ofQuestion = z.object({ queryId: uuidSchema });

/** The query that an event advances: its own, or the one that a tool was called for, if any. */
const queryStreamOf = ({ type, streamId, data }: RecordedEvent): StreamId | undefined => {
  if (!toolCallEndTypes.includes(type)) return streamId;
  const { data: of } = ofQuestion.safeParse(data);
  return of && streamIdOf('query', of.queryId);
};

/** Cancels the tools of a question whose answer is no longer wanted. */
const cancelTools = async (
  event: RecordedEvent,
  delivery: Delivery,
  services: OrchestratorServices,
): Promise<void> => {
  const { tools } = services;
  const query = await openQueryRecord(event, { ...delivery, attempt: 2 }, services);
  const state = query.state();
  if (tools === undefined || state.status === 'unknown') return;
  const ids = state.toolRounds.flatMap(({ toolCallIds }) => toolCallIds);
  await Promise.all(ids.map((id) => tools.cancel(id, event, delivery.fence)));
};

const late = { code: 'timeout', message: 'The question could not be answered in time.' } as const;
const notBuilt = {
  code: 'unavailable',
  message:
    'What the documents say cannot be searched yet: no node has built the search index. Ask again in a moment.',
} as const;

/** The sources that are always available. */
const inHouse = ['knowledge_base', 'guidelines', 'notes'] as const;

/** The round that an event begins; undefined for the end of a tool call, which continues the current round. */
const roundOf = ({ type }: RecordedEvent): number | undefined => {
  if (type === queryAsked.type) return 1;
  return type === clarificationAnswered.type ? 2 : undefined;
};

/** The state of a query that still needs an answer in a round; undefined when the round is over. */
const underWay = (state: QueryState, round: number | undefined) =>
  (state.status === 'asked' ||
    state.status === 'screened' ||
    state.status === 'routed' ||
    state.status === 'searched') &&
  state.round === (round ?? state.round)
    ? state
    : undefined;

/**
 * The event that began the current round. Tools are called for its author: in a shared conversation, another person's
 * reply to a clarifying question gives no access to the data of the original asker.
 */
const beginningOf = async (
  delivered: RecordedEvent,
  { streamId, asked }: QueryRecord,
  { eventStore }: Pick<OrchestratorServices, 'eventStore'>,
): Promise<RecordedEvent> => {
  if (delivered.streamId === streamId) return delivered;
  let beginning = asked;
  for await (const event of eventStore.readStream(streamId))
    if (event.type === clarificationAnswered.type) beginning = event;
  return beginning;
};

const failWith = (
  component: string,
  { code, message }: Pick<FailureReason, 'code' | 'message'>,
  question: string,
  { vocabulary, fingerprint }: OrchestratorServices,
): CommandOf<'FailQuery'> => ({
  type: 'FailQuery',
  component,
  reason: code,
  message: message.slice(0, 500),
  // Counted without the interpretation by an index.
  counted: countQuestion(question, interpretQuery(question, vocabulary), fingerprint),
});

/**
 * Screens and routes the question if that is not done. If the search may send text outside, both are appended first: the
 * log proves that they preceded it.
 */
const screenAndRoute = async (round: AnswerRound, services: OrchestratorServices): Promise<void> => {
  const { question, query, time } = round;
  const state = query.state();
  if (state.status !== 'asked' && state.status !== 'screened') return;
  const screening = state.status === 'asked' ? await screenQuestion(question, services, time) : undefined;
  const { detected } = state.status === 'screened' ? state.screening : (screening ?? { detected: true });
  const { languageModels, settings, externalSources } = services;
  const routing = routeQuestion({
    classified: classifyQuestion(question, services),
    phi: detected,
    clinicalContext: hasPatientContext(question.asked.clinicalContext),
    preferences: question.asked.preferences,
    sourcesWanted: question.asked.sourcesWanted,
    settings: settings.current(),
    hasLocal: languageModels.local !== undefined,
    hasCloud: languageModels.cloud !== undefined,
    configured: [...inHouse, ...externalSources],
  });
  const action = detectActionByRules(round, routing, detected, services);
  query.prepare(...(screening ? [screening] : []), action ? { ...routing, sources: [], action } : routing);
  const staysInside = services.searchStaysInside === true && services.externalSources.length === 0;
  if (!staysInside) await query.record();
};

/** Milliseconds after which a person who waits for a search sees the steps before it. */
const PROGRESS_MS = 1000;

/** Searches; what is prepared is appended with what was found, or while a slow search is under way. */
const searchAndRecord = async (
  { question, query, metadata, time }: AnswerRound,
  routed: Extract<QueryState, { status: 'routed' | 'searched' }>,
  services: OrchestratorServices,
): ReturnType<typeof searchSources> => {
  const searching = searchSources({ question, query: routed, metadata, time }, services);
  // Awaited below, unless appending fails first.
  searching.catch(() => {});
  if (!(await endsWithin(PROGRESS_MS, searching))) await query.record();
  return searching;
};

/** Completes a round of a query from its current state. Recorded steps count, whichever node recorded them. */
const answerRound = async (round: AnswerRound, services: OrchestratorServices): Promise<void> => {
  const { question, query } = round;
  await screenAndRoute(round, services);
  const routed = underWay(query.state(), question.round);
  if (routed?.status !== 'routed' && routed?.status !== 'searched') return;
  if (routed.status === 'searched' && routed.waitsFor) {
    // The previous owner may have died before all of them were requested.
    await requestTools(round, routed.waitsFor, services);
    if (!allToolCallsEnded(routed, await readRoundToolCalls(routed, services.tools))) return;
  }
  if (routed.routing?.action !== undefined) {
    await performActionByRules(round, routed, services);
    return;
  }

  const searched = await searchAndRecord(round, routed, services);
  if (!searched.ok) {
    await query.record(failWith('search-filters', searched.error, question.asked.question, services));
    return;
  }
  const found = searched.value;
  const clarification =
    routed.status === 'routed' ? chooseClarification(question, found, routed.routing) : undefined;
  query.prepare(describeSearch(question, found, services));
  if (clarification) {
    await query.record(clarification);
    return;
  }
  const excerpts = withStateWarnings(
    await excerptsAnswer(question, found, services),
    routed,
    services.health,
  );
  // Appends the search with the answer, or with the call of a model before it is made.
  await writeAnswer(round, found, excerpts, services);
};

/**
 * Answers questions: screens for PHI, routes, searches, asks back when needed, and has a model write the answer or
 * composes it from excerpts. A step is appended before the next one if that reaches outside, is slow, or must not happen
 * twice: a search, a model call, a tool. The others are appended together, so that a question costs as few appends as its
 * durability needs; a repeated delivery continues where the stream stopped.
 */
export const createQueryOrchestrator = (
  services: OrchestratorServices,
  concurrency = 64,
): ConsumerDefinition => ({
  name: QUERY_ORCHESTRATOR,
  eventTypes: [queryAsked.type, clarificationAnswered.type, queryCancelled.type, ...toolCallEndTypes],
  concurrency,
  orderingKey: (event) => queryStreamOf(event) ?? event.streamId,
  // Each round is one event.
  laterEvents: 'pass',
  deadline: services.queryDeadline + SPARE_MS,
  handle: async (event, delivery) => {
    const streamId = queryStreamOf(event);
    if (streamId === undefined) return;
    if (event.type === queryCancelled.type) {
      await cancelTools(event, delivery, services);
      return;
    }
    const query = await openQueryRecord(event, delivery, services, streamId);
    const begun = underWay(query.state(), roundOf(event));
    if (!begun) return;
    const isOfTool = event.streamId !== streamId;
    const waited = isOfTool ? toolRoundsOfRound(begun).at(-1) : undefined;
    const beginning = await beginningOf(event, query, services);
    const round: AnswerRound = {
      question: resolveQuestion(begun, services.vocabulary),
      query,
      time: waited
        ? timeLeftAfter(event, waited.timeLeftMs, services.clock, delivery.signal)
        : timeLeftOf(event, services.queryDeadline, services.clock, delivery.signal),
      metadata: beginning.metadata,
      at: event.recordedAt,
      occasion: { asked: beginning, fence: delivery.fence },
    };
    try {
      await answerRound(round, services);
    } catch (error) {
      if (isSubjectErased(error)) {
        await query.record({ type: 'EndForErasure' });
        return;
      }
      // Retried while there is time; after that the waiting person is notified.
      if (delivery.signal.aborted || round.time.forSlowWork() > 0) throw error;
      const [component, reason] = isReadModelUnavailable(error)
        ? (['search-index', notBuilt] as const)
        : (['deadline', late] as const);
      await query.record(failWith(component, reason, begun.asked.question, services));
    }
  },
  onParked: async (event, message, delivery) => {
    const streamId = queryStreamOf(event);
    if (streamId === undefined || event.type === queryCancelled.type) return;
    const later = { ...delivery, attempt: delivery.attempt + 1 };
    const query = await openQueryRecord(event, later, services, streamId);
    const state = query.state();
    if (state.status === 'unknown') return;
    const reason = { code: 'unavailable', message } as const;
    await query.record(failWith('search-index', reason, state.asked.question, services));
  },
});
