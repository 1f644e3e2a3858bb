import { estimateTokens } from '../../domain/consultation/answering/build-prompt.ts';
import { mostCostOf } from '../../domain/consultation/answering/cost.ts';
import { createSentenceGate } from '../../domain/consultation/answering/sentence-gate.ts';
import { settleCall } from '../../domain/consultation/answering/settle-call.ts';
import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import { Failure, type FailureReason, failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type {
  LanguageModel,
  ModelMessage,
  ModelStreamPart,
  ModelTool,
  ModelToolCall,
} from '../../ports/language-model.ts';
import { yieldToEventLoop } from '../../ports/time-slice.ts';
import { untilAborted } from '../../ports/until-aborted.ts';
import type { AnswerRound } from './answer-round.ts';
import type { ModelEvidence } from './model-evidence.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import { promptOf } from './prompt-record.ts';
import { verificationContext } from './verification-context.ts';
import { CANCELLED, watchCancellation } from './watch-cancellation.ts';

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

/** The pieces of a stream, or the signal's reason as soon as that aborts, also where the stream does not heed it. */
async function* piecesUntilAborted(
  pieces: AsyncIterable<ModelStreamPart>,
  signal: AbortSignal,
): AsyncGenerator<ModelStreamPart> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await untilAborted(iterator.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // A stream that hangs is not waited for.
    iterator.return?.().catch(() => {});
  }
}

const wasCut = failure('external_api_error', 'The answer of the language model was cut.', {
  details: { retryable: true },
});
const wasFiltered = failure('external_api_error', "The language model's own filter stepped in.", {
  details: { retryable: false },
});
const tookTooLong = failure('timeout', 'The language model took too long.', { details: { retryable: true } });
const hadNoTurn = failure('unavailable', 'The language model is busy with other questions.', {
  details: { retryable: false },
});

/**
 * Of its time, so much may a call wait for its turn. With less it would be sent, and paid for, to be cut: a model too
 * slow for all who ask would then answer nobody.
 */
const PART_TO_WAIT = 0.5;
const wasCancelled = failure('unavailable', 'The query was cancelled.', { details: { retryable: false } });
const unknownFailure = failure('internal_error', 'The call of the language model failed.', {
  details: { retryable: false },
});

const failureOf = (error: unknown): FailureReason => {
  if (error === CANCELLED) return wasCancelled;
  if (error instanceof Failure) return error.reason;
  return error instanceof DOMException && error.name === 'TimeoutError' ? tookTooLong : unknownFailure;
};

const outcomeOf = (
  reason: FailureReason | undefined,
  hasBegun: boolean,
): CommandOf<'RecordModelCallEnd'>['outcome'] => {
  if (reason === undefined) return 'completed';
  if (reason === wasCancelled) return 'cancelled';
  if (reason.code === 'timeout') return 'timeout';
  return hasBegun ? 'cut' : 'failed';
};

/**
 * Calls a model, once: that it is called is appended under the fence before, and only whoever appended it calls. What it
 * writes goes to whoever follows the query as far as it may be shown. `undefined` where the call is not this process's
 * to make: the query was cancelled, or somebody else is at it. Rejects when the work belongs to somebody else by now.
 */
export const callModel = async (
  { question, query, time }: AnswerRound,
  { attempt, languageModel, messages, tools, evidence, phi, within, mostUsd }: PlannedModelCall,
  services: Pick<OrchestratorServices, 'answerFeed' | 'clock' | 'countTokens' | 'eventStore' | 'settings'>,
): Promise<ModelCallOutcome | undefined> => {
  const { model } = languageModel;
  const { temperature, maxTokens } = services.settings.current();
  const { queryId } = question.asked;
  const recorded = await query.record({
    type: 'RecordModelCall',
    attempt,
    model: model.name,
    where: model.where,
    prompt: promptOf(messages),
    ...(tools.length === 0 ? {} : { tools: tools.map(({ name }) => name) }),
    parameters: { temperature, maxTokens },
    ...omitUndefined({ mostUsd }),
    evidence: evidence.map(({ n, citation: { source, docKey, version } }) => ({
      n,
      source: source ?? 'knowledge_base',
      docKey,
      version,
    })),
  });
  const isOurs = recorded.events.some(({ type }) => type === 'ModelCalled');
  if (!isOurs) return undefined;

  const cancellation = watchCancellation(query, services);
  const draft = services.answerFeed.open({
    queryId,
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
  let text = '';
  const toolCalls: ModelToolCall[] = [];
  let firstTokenMs: number | undefined;
  let end: Extract<ModelStreamPart, { kind: 'end' }> | undefined;
  let failed: FailureReason | undefined;
  let isWaiting = false;
  const noTurn = new AbortController();
  const patience = setTimeout(() => {
    if (isWaiting) noTurn.abort(new Failure(hadNoTurn));
  }, within * PART_TO_WAIT);
  try {
    const signal = AbortSignal.any([
      time.signal,
      cancellation.signal,
      noTurn.signal,
      AbortSignal.timeout(within),
    ]);
    const pieces = languageModel.generate(
      { messages, temperature, maxTokens, phi, ...(tools.length === 0 ? {} : { tools }) },
      {
        signal,
        onWaiting: (waits) => {
          isWaiting = waits;
        },
      },
    );
    for await (const piece of piecesUntilAborted(pieces, signal)) {
      if (piece.kind === 'end') {
        end = piece;
        break;
      }
      if (piece.kind === 'tool_call') {
        const { kind: _, ...call } = piece;
        toolCalls.push(call);
        continue;
      }
      firstTokenMs ??= elapsed();
      text += piece.text;
      await show(gate.push(piece.text));
    }
    await show(gate.end());
    if (end === undefined) failed = wasCut;
    else if (end.finish === 'filtered') failed = wasFiltered;
  } catch (error) {
    if (time.signal.aborted) draft.close();
    time.signal.throwIfAborted();
    failed = failureOf(error);
  } finally {
    clearTimeout(patience);
    cancellation.stop();
  }
  const outcome = outcomeOf(failed, text !== '');
  return {
    text,
    toolCalls,
    isCutShort: end?.finish === 'length',
    close: draft.close,
    ...omitUndefined({ failure: failed }),
    end: {
      type: 'RecordModelCallEnd',
      attempt,
      outcome,
      milliseconds: elapsed(),
      ...settleCall({
        wasSent: !isWaiting,
        reportedUsage: end?.usage,
        prompt: textsOf({ messages, tools }),
        text:
          toolCalls.length === 0 ? text : [text, ...toolCalls.map((call) => JSON.stringify(call))].join('\n'),
        outcome,
        failure: failed,
        price: model.usdPerMillionTokens,
        countTokens: services.countTokens,
      }),
      ...omitUndefined({
        reason: failed?.message.slice(0, 500),
        text: text === '' ? undefined : text,
        toolCalls: toolCalls.length === 0 ? undefined : toolCalls.map((call) => ({ ...call })),
        firstTokenMs,
      }),
    },
  };
};
