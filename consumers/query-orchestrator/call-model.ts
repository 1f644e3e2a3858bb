import { estimateTokens } from '../../domain/consultation/answering/build-prompt.ts';
import { maxCostOf } from '../../domain/consultation/answering/cost.ts';
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
  /** The tools that it may call. */
  readonly tools: readonly ModelTool[];
  /** The evidence in the messages. */
  readonly evidence: readonly ModelEvidence[];
  readonly phi: boolean;
  /** Milliseconds. */
  readonly within: number;
};

/** The outcome of a call; its end is still to be recorded, together with what follows from it. */
export type ModelCallOutcome = {
  readonly end: CommandOf<'RecordModelCallEnd'>;
  /** Why it ended early; absent when the text is complete. */
  readonly failure?: FailureReason;
  readonly text: string;
  /** The tools that it calls instead of answering. */
  readonly toolCalls: readonly ModelToolCall[];
  readonly isCutShort: boolean;
  /** Closes the draft; call it after the outcome is recorded. */
  readonly close: () => void;
};

/** Everything that a model reads. */
const textsOf = ({ messages, tools }: Pick<PlannedModelCall, 'messages' | 'tools'>): readonly string[] => [
  ...messages.map(({ content }) => content),
  ...messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => JSON.stringify(call)) : [],
  ),
  ...tools.map((tool) => JSON.stringify(tool)),
];

/** The maximum cost of a call in US dollars: its prompt and the longest permitted answer. */
export const maxUsdOf = (
  { model }: LanguageModel,
  asked: Pick<PlannedModelCall, 'messages' | 'tools'>,
  maxTokens: number,
): number | undefined =>
  maxCostOf(
    {
      promptTokens: textsOf(asked).reduce((sum, text) => sum + estimateTokens(text), 0),
      maxTokens,
    },
    model.usdPerMillionTokens,
  );

/** Records a call before it is made. */
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
 * Calls a model once: the call is first appended under the fence, and only the process that appended it makes the call.
 * Readers of the query receive its text as far as it may be shown. Returns undefined when this process must not call,
 * because the query was cancelled or another process has made the call. Rejects when another process now owns the work.
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
   * Yields after each write, so that readers in this process receive it: otherwise the rest of the stream would be read,
   * checked and recorded in the same turn, before the first word could leave.
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
