import { estimateTokens } from '../../domain/consultation/answering/build-prompt.ts';
import { mostCostOf } from '../../domain/consultation/answering/cost.ts';
import { createSentenceGate } from '../../domain/consultation/answering/sentence-gate.ts';
import { settleCall } from '../../domain/consultation/answering/settle-call.ts';
import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import type { FailureReason } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { LanguageModel, ModelMessage, ModelTool, ModelToolCall } from '../../ports/language-model.ts';
import { yieldToEventLoop } from '../../ports/time-slice.ts';
import type { AnswerRound } from './answer-round.ts';
import { callOutcomeOf } from './call-failures.ts';
import type { ModelEvidence } from './model-evidence.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import { promptOf } from './prompt-record.ts';
import { readPieces, type WrittenPieces } from './read-pieces.ts';
import { verificationContext } from './verification-context.ts';
import { watchCancellation } from './watch-cancellation.ts';

/** A call that is to be made. */
export type PlannedModelCall = {
  readonly attempt: number;
  /** US dollars; absent where its price is not known. */
  readonly mostUsd?: number | undefined;
  readonly languageModel: LanguageModel;
  readonly messages: readonly ModelMessage[];
  /** Those that it may call. */
  readonly tools: readonly ModelTool[];
  /** What the messages show. */
  readonly evidence: readonly ModelEvidence[];
  readonly phi: boolean;
  /** Milliseconds. */
  readonly within: number;
};

/** What came of a call; its end is still to be recorded, together with what follows from it. */
export type ModelCallOutcome = {
  readonly end: CommandOf<'RecordModelCallEnd'>;
  /** What may be said of its end: absent where a whole text was written. */
  readonly failure?: FailureReason;
  readonly text: string;
  /** The tools that it calls in place of an answer. */
  readonly toolCalls: readonly ModelToolCall[];
  readonly isCutShort: boolean;
  /** Takes back the draft, once it is on record what became of it. */
  readonly close: () => void;
};

/** All that a model reads. */
const textsOf = ({ messages, tools }: Pick<PlannedModelCall, 'messages' | 'tools'>): readonly string[] => [
  ...messages.map(({ content }) => content),
  ...messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => JSON.stringify(call)) : [],
  ),
  ...tools.map((tool) => JSON.stringify(tool)),
];

/** What a call costs at most: its prompt, and as long an answer as it may write. US dollars. */
export const mostUsdOf = (
  { model }: LanguageModel,
  asked: Pick<PlannedModelCall, 'messages' | 'tools'>,
  maxTokens: number,
): number | undefined =>
  mostCostOf(
    {
      promptTokens: textsOf(asked).reduce((sum, text) => sum + estimateTokens(text), 0),
      maxTokens,
    },
    model.usdPerMillionTokens,
  );

/** Puts a call on record before it is made. */
const recordCall = (
  { query }: Pick<AnswerRound, 'query'>,
  { attempt, languageModel: { model }, messages, tools, evidence, mostUsd }: PlannedModelCall,
  parameters: { readonly temperature: number; readonly maxTokens: number },
): ReturnType<AnswerRound['query']['record']> =>
  query.record({
    type: 'RecordModelCall',
    attempt,
    model: model.name,
    where: model.where,
    prompt: promptOf(messages),
    ...(tools.length === 0 ? {} : { tools: tools.map(({ name }) => name) }),
    parameters,
    ...omitUndefined({ mostUsd }),
    evidence: evidence.map(({ n, citation: { source, docKey, version } }) => ({
      n,
      source: source ?? 'knowledge_base',
      docKey,
      version,
    })),
  });

/** The end of a call, for the record. */
const endOf = (
  { attempt, languageModel: { model }, messages, tools }: PlannedModelCall,
  { text, toolCalls, firstTokenMs, end, failure: failed, isWaiting }: WrittenPieces,
  milliseconds: number,
  countTokens: OrchestratorServices['countTokens'],
): CommandOf<'RecordModelCallEnd'> => {
  const outcome = callOutcomeOf(failed, text !== '');
  return {
    type: 'RecordModelCallEnd',
    attempt,
    outcome,
    milliseconds,
    ...settleCall({
      wasSent: !isWaiting,
      reportedUsage: end?.usage,
      prompt: textsOf({ messages, tools }),
      text:
        toolCalls.length === 0 ? text : [text, ...toolCalls.map((call) => JSON.stringify(call))].join('\n'),
      outcome,
      failure: failed,
      price: model.usdPerMillionTokens,
      countTokens,
    }),
    ...omitUndefined({
      reason: failed?.message.slice(0, 500),
      text: text === '' ? undefined : text,
      toolCalls: toolCalls.length === 0 ? undefined : toolCalls.map((call) => ({ ...call })),
      firstTokenMs,
    }),
  };
};

/**
 * Calls a model, once: that it is called is appended under the fence before, and only the process that appended it
 * calls. What it writes goes to those who follow the query as far as it may be shown. `undefined` where the call is not
 * this process's to make: the query was cancelled, or somebody else is at it. Rejects when the work belongs to somebody
 * else by now.
 */
export const callModel = async (
  round: AnswerRound,
  call: PlannedModelCall,
  services: Pick<OrchestratorServices, 'answerFeed' | 'clock' | 'countTokens' | 'eventStore' | 'settings'>,
): Promise<ModelCallOutcome | undefined> => {
  const { question, query, time } = round;
  const { attempt, languageModel, messages, tools, evidence, phi, within } = call;
  const { temperature, maxTokens } = services.settings.current();
  const recorded = await recordCall(round, call, { temperature, maxTokens });
  const isOurs = recorded.events.some(({ type }) => type === 'ModelCalled');
  if (!isOurs) return undefined;

  const cancellation = watchCancellation(query, services);
  const draft = services.answerFeed.open({
    queryId: question.asked.queryId,
    subject: query.subject,
    position: recorded.position,
    attempt,
  });
  const gate = createSentenceGate(verificationContext(question, evidence));
  /**
   * Resolves when what was written is on its way to who reads it in this process: whatever else has come of the stream
   * would be read, checked and recorded in the same turn, before the first word could leave.
   */
  const show = async (text: string): Promise<void> => {
    if (text === '') return;
    draft.write(text);
    await yieldToEventLoop();
  };
  const began = services.clock.elapsed();
  const elapsed = (): number => Math.round(services.clock.elapsed() - began);
  const written = await readPieces(
    languageModel,
    { messages, temperature, maxTokens, phi, ...(tools.length === 0 ? {} : { tools }) },
    {
      within,
      owner: time.signal,
      cancelled: cancellation.signal,
      elapsed,
      take: (text) => show(text === undefined ? gate.end() : gate.push(text)),
    },
  )
    .catch((error: unknown) => {
      draft.close();
      throw error;
    })
    .finally(cancellation.stop);
  return {
    text: written.text,
    toolCalls: written.toolCalls,
    isCutShort: written.end?.finish === 'length',
    close: draft.close,
    ...omitUndefined({ failure: written.failure }),
    end: endOf(call, written, elapsed(), services.countTokens),
  };
};
