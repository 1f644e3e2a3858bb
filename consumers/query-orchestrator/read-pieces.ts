import { Failure, type FailureReason } from '../../domain/kernel/failure.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { LanguageModel, ModelStreamPart, ModelToolCall } from '../../ports/language-model.ts';
import { untilAborted } from '../../ports/until-aborted.ts';
import { answerFiltered, answerTruncated, callFailureOf, modelBusy } from './call-failures.ts';

/** The output of a model until its end or its failure. */
export type WrittenPieces = {
  readonly text: string;
  /** The tools that it calls instead of answering. */
  readonly toolCalls: readonly ModelToolCall[];
  /** Milliseconds until the first piece of text. */
  readonly firstTokenMs: number | undefined;
  readonly end: Extract<ModelStreamPart, { kind: 'end' }> | undefined;
  readonly failure: FailureReason | undefined;
  /** Whether the request was still waiting for its turn, so nothing was sent. */
  readonly isWaiting: boolean;
};

type Reading = {
  /** The time limit in milliseconds. */
  readonly within: number;
  /** Aborts when this process loses the work: the reading rejects. */
  readonly owner: AbortSignal;
  readonly cancelled: AbortSignal;
  readonly elapsed: () => number;
  /** Receives each piece of text, and undefined after the last one. */
  readonly take: (text: string | undefined) => Promise<void>;
};

/**
 * The share of its time that a call may wait for its turn. A call sent later would be paid for and then cut off: an
 * overloaded model would answer no question at all.
 */
const PART_TO_WAIT = 0.5;
/** Yields the pieces of a stream; throws the signal's reason when it aborts, even if the stream ignores it. */
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
    // Not awaited: the stream may hang.
    iterator.return?.().catch(() => {});
  }
}

/** Reads the output of a model. An early end is returned as a failure; rejects only with the owner's reason. */
export const readPieces = async (
  model: Pick<LanguageModel, 'generate'>,
  request: Parameters<LanguageModel['generate']>[0],
  { within, owner, cancelled, elapsed, take }: Reading,
): Promise<WrittenPieces> => {
  let text = '';
  const toolCalls: ModelToolCall[] = [];
  let firstTokenMs: number | undefined;
  let end: WrittenPieces['end'];
  let failed: FailureReason | undefined;
  let isWaiting = false;
  const noTurn = new AbortController();
  const patience = setTimeout(() => {
    if (isWaiting) noTurn.abort(new Failure(modelBusy));
  }, within * PART_TO_WAIT);
  try {
    const signal = anySignal([owner, cancelled, noTurn.signal, AbortSignal.timeout(within)]);
    const pieces = model.generate(request, {
      signal,
      onWaiting: (waits) => {
        isWaiting = waits;
      },
    });
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
      await take(piece.text);
    }
    await take(undefined);
    if (end === undefined) failed = answerTruncated;
    else if (end.finish === 'filtered') failed = answerFiltered;
  } catch (error) {
    owner.throwIfAborted();
    failed = callFailureOf(error);
  } finally {
    clearTimeout(patience);
  }
  return { text, toolCalls, firstTokenMs, end, failure: failed, isWaiting };
};
