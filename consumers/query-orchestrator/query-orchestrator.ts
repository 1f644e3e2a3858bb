import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider, type Loaded, startedBy } from '../../commands/runtime/execute-decider.ts';
import { personBehind } from '../../commands/runtime/person-behind.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import type { Citation } from '../../domain/consultation/citation.ts';
import { composeExtractiveAnswer } from '../../domain/consultation/compose-extractive-answer.ts';
import { countQuestion, type Fingerprint } from '../../domain/consultation/counted-question.ts';
import { type FollowUp, readFollowUp } from '../../domain/consultation/follow-up/read-follow-up.ts';
import { readAsLine, unclearAnswer } from '../../domain/consultation/follow-up/say-follow-up.ts';
import { ocrConfidenceOf } from '../../domain/consultation/ocr-mark.ts';
import { type QueryCommand, type QueryState, queryDecider } from '../../domain/consultation/query-decider.ts';
import { queryAsked } from '../../domain/consultation/query-events.ts';
import { searchTextOf } from '../../domain/consultation/search-text.ts';
import { defined } from '../../domain/kernel/defined.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventOf } from '../../domain/kernel/event-definition.ts';
import { Failure, type FailureReason } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { err, ok, type Result } from '../../domain/kernel/result.ts';
import { interpretQuery } from '../../domain/retrieval/query/interpret-query.ts';
import type { QueryVocabulary } from '../../domain/retrieval/query/query-vocabulary.ts';
import { recommendationsShown } from '../../domain/retrieval/recommendations/find-recommendations.ts';
import { sourceDetailsOf } from '../../domain/retrieval/source-details.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { KnowledgeSearch, SearchOutcome, SearchStage } from '../../ports/knowledge-search.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import type { Delivery } from '../runner/delivery.ts';

const QUERY_ORCHESTRATOR = 'query-orchestrator';

type QueryServices = Pick<CommandServices, 'eventStore' | 'identity' | 'phiDetector'> & {
  readonly search: KnowledgeSearch;
  readonly hasher: Hasher;
  readonly fingerprint: Fingerprint;
  /** Reads a question that no index has read. */
  readonly vocabulary: QueryVocabulary;
  readonly metrics: Metrics;
};

type Question = EventOf<typeof queryAsked>['data'];

/** Searches end by time-outs of their own, of some seconds; this is for what ignores them. */
const DEADLINE_MS = 60_000;

/** Passages beyond those that are cited are searched too, so that near-duplicates leave enough to cite. */
const SPARE_PASSAGES = 5;

const citationsOf = (
  citations: ReturnType<typeof composeExtractiveAnswer>['citations'],
  { sha256 }: Hasher,
): readonly Citation[] =>
  citations.map(({ n, passage, parts, excerpt, score }) => ({
    n,
    chunkId: passage.chunkId,
    docKey: passage.docKey,
    version: passage.version,
    fileName: passage.fileName,
    title: passage.title,
    sourceType: passage.sourceType,
    pages: [...new Set(parts.flatMap(({ pages }) => pages))].sort((one, other) => one - other),
    section: passage.sectionPath.join(' > '),
    excerpt,
    textHash: sha256(passage.text),
    ...defined({ ocrConfidence: ocrConfidenceOf(parts.map((part) => part.passage)) }),
    score,
    passages: parts.map((part) => ({
      chunkId: part.passage.chunkId,
      pages: [...part.pages],
      section: part.section,
      ...(part.notes.length === 0 ? {} : { notes: [...part.notes] }),
      excerpt: part.text,
      textHash: sha256(part.passage.text),
      ...defined({ ocrConfidence: ocrConfidenceOf([part.passage]) }),
    })),
    ...sourceDetailsOf(
      passage,
      recommendationsShown(
        parts.flatMap((part) => part.passage.recommendations ?? []),
        excerpt,
      ),
    ),
  }));

/** What an answer without one of the steps must be read with. */
const warningWithout: Readonly<Record<SearchStage['source'], string>> = {
  dense: 'The semantic search did not answer; the result may be incomplete.',
  lexical: 'The keyword search did not answer; the result may be incomplete.',
  rerank: 'The results were not reranked; a better passage may stand further down.',
};

/** What a search finds, or why it will never be made: trying again does not help. Other failures are thrown on. */
const refusalAside = async <Value>(search: () => Promise<Value>): Promise<Result<Value, FailureReason>> => {
  try {
    return ok(await search());
  } catch (error) {
    if (error instanceof Failure && error.reason.code === 'validation_error') return err(error.reason);
    throw error;
  }
};

/** What is said in answer; of a question of which nothing tells what it leans on, only that. */
const answerOf = (
  question: Question,
  followUp: FollowUp,
  { interpretation, results }: SearchOutcome,
  { search }: QueryServices,
): ReturnType<typeof composeExtractiveAnswer> => {
  if (followUp.kind === 'unclear') return { answer: unclearAnswer(followUp), citations: [], warnings: [] };
  const composed = composeExtractiveAnswer(
    interpretation,
    results,
    question.limit,
    search.wholeDocument,
    question.clinicalContext,
  );
  return followUp.kind === 'stands'
    ? composed
    : { ...composed, answer: `${readAsLine(followUp.readAs)}\n\n${composed.answer}` };
};

/** How the follow-up was read, for the record. */
const readingOf = (followUp: FollowUp): { readAs?: string; couldMean?: string[] } => {
  if (followUp.kind === 'leans') return { readAs: followUp.readAs };
  return followUp.kind === 'unclear' ? { couldMean: [...followUp.couldMean] } : {};
};

/** The question in the words that it is meant in. */
const meant = ({ question }: Question, followUp: FollowUp): string =>
  followUp.kind === 'leans' ? followUp.readAs : question;

/** The steps of an answer as commands: what was detected, searched and said. */
const answerCommands = (
  question: Question,
  followUp: FollowUp,
  outcome: SearchOutcome,
  services: QueryServices,
): readonly QueryCommand[] => {
  const { interpretation, sources, index, results, cached, milliseconds } = outcome;
  const { answer, citations, warnings } = answerOf(question, followUp, outcome, services);
  const failed = sources.filter((source) => source.outcome !== 'ok');
  const degradedWarnings = failed.map(({ source }) => warningWithout[source]);
  return [
    {
      type: 'RecordSourcesSearched',
      interpretation: {
        searchedFor: interpretation.searchedFor,
        intent: interpretation.intent,
        expansions: interpretation.expansions.map(({ from, to }) => `${from} → ${to}`),
        corrections: interpretation.corrections.map(({ from, to }) => `${from} → ${to}`),
        ...readingOf(followUp),
      },
      sources: sources.map((stage) => ({ ...stage })),
      counted: countQuestion(meant(question, followUp), interpretation, services.fingerprint),
      index: { ...index },
      cached,
      milliseconds,
      found: results.map(({ passage, score }) => ({
        chunkId: passage.chunkId,
        docKey: passage.docKey,
        version: passage.version,
        score,
      })),
    },
    {
      type: 'AnswerQuery',
      answer,
      citations: [...citationsOf(citations, services.hasher)],
      // Nothing of what was found is shown where it is unclear what was asked.
      warnings: (followUp.kind === 'unclear'
        ? []
        : [...degradedWarnings, ...outcome.warnings, ...warnings]
      ).map((warning) => warning.slice(0, 500)),
      model: 'extractive',
      parameters: { limit: question.limit },
      degraded: failed.length > 0,
    },
  ];
};

/**
 * Answers questions: screens for PHI, searches, composes. All that happened on the way is appended with the answer
 * in one piece, so a question is either untouched or fully explained.
 */
export const createQueryOrchestrator = (services: QueryServices, concurrency = 16): ConsumerDefinition => {
  const contextFor = (event: RecordedEvent, step: string, { fence }: Delivery): CommandContext =>
    systemContext(event, services.identity.derivedId(event.id, step), QUERY_ORCHESTRATOR, fence);

  const execute = (
    event: RecordedEvent,
    { queryId }: Question,
    commands: readonly QueryCommand[],
    context: CommandContext,
    seen?: Loaded<QueryState>,
  ) =>
    executeDecider({
      decider: queryDecider,
      streamId: streamIdOf('query', queryId),
      commands,
      context,
      services,
      ...defined({ subject: event.metadata.subject }),
      phi: event.metadata.phi,
      ...defined({ seen }),
    });

  const screeningOf = async (
    { question, clinicalContext, questionsBefore = [] }: Question,
    followUp: FollowUp,
    signal: AbortSignal,
  ): Promise<Extract<QueryCommand, { type: 'RecordPhiScreening' }>> => {
    const { phiDetector } = services;
    const { detected, findings, failed } = await phiDetector.screen(
      followUp.kind === 'leans' ? [...questionsBefore, followUp.readAs, question].join('\n') : question,
      { signal },
    );
    return {
      type: 'RecordPhiScreening',
      detected: detected || clinicalContext !== undefined,
      kinds: [
        ...new Set<string>(findings.map(({ kind }) => kind)),
        ...(failed.length > 0 ? ['not_screened'] : []),
        ...(clinicalContext === undefined ? [] : ['clinical_context']),
      ],
      detector: phiDetector.name.slice(0, 64),
    };
  };

  /** What can be counted of a question that no index has read. */
  const countedUnread = ({ question }: Question) =>
    countQuestion(question, interpretQuery(question, services.vocabulary), services.fingerprint);

  return {
    name: QUERY_ORCHESTRATOR,
    eventTypes: [queryAsked.type],
    concurrency,
    orderingKey: (event) => event.streamId,
    // A question is one event.
    laterEvents: 'pass',
    deadline: DEADLINE_MS,
    handle: async (event, delivery) => {
      const question = queryAsked.schema.parse(event.data);
      // A delivery that is repeated after the answer searches once more and then has nothing to add.
      const seen = startedBy(queryDecider, event);
      const followUp = readFollowUp(question.question, question.questionsBefore ?? [], services.vocabulary);
      const screening = await screeningOf(question, followUp, delivery.signal);
      const screened = screening.detected ? 'found' : 'clear';
      services.metrics.count('anamnesis_phi_screens_total', { of: 'question', outcome: screened });
      const searched = await refusalAside(() =>
        services.search.search({
          query: searchTextOf(meant(question, followUp), question.clinicalContext),
          filters: question.filters,
          limit: question.limit + SPARE_PASSAGES,
          forAnswer: true,
          phi: screening.detected,
          askedBy: personBehind(event.metadata.actor),
        }),
      );
      if (!searched.ok) {
        const { code, message } = searched.error;
        const refused: QueryCommand = {
          type: 'FailQuery',
          component: 'search-filters',
          reason: code,
          message: message.slice(0, 500),
          counted: countedUnread(question),
        };
        await execute(event, question, [screening, refused], contextFor(event, 'answer', delivery), seen);
        return;
      }
      const outcome = searched.value;
      await execute(
        event,
        question,
        [screening, ...answerCommands(question, followUp, outcome, services)],
        contextFor(event, 'answer', delivery),
        seen,
      );
    },
    onParked: async (event, message, delivery) => {
      const question = queryAsked.schema.parse(event.data);
      await execute(
        event,
        question,
        [
          {
            type: 'FailQuery',
            component: 'search-index',
            reason: 'unavailable',
            message,
            counted: countedUnread(question),
          },
        ],
        contextFor(event, 'fail', delivery),
      );
    },
  };
};
