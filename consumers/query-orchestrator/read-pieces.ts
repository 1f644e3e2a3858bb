import { Failure, type FailureReason } from '../../domain/kernel/failure.ts';
import type { LanguageModel, ModelStreamPart, ModelToolCall } from '../../ports/language-model.ts';
import { untilAborted } from '../../ports/until-aborted.ts';
import { callFailureOf, hadNoTurn, wasCut, wasFiltered } from './call-failures.ts';

/** What a model has written, until its end or until it failed. */
export type WrittenPieces = {
  readonly text: string;
  /** The tools that it calls in place of an answer. */
  readonly toolCalls: readonly ModelToolCall[];
  /** Milliseconds until the first of the text. */
  readonly firstTokenMs: number | undefined;
  readonly end: Extract<ModelStreamPart, { kind: 'end' }> | undefined;
  readonly failure: FailureReason | undefined;
  /** Whether it was still waiting for its turn: nothing was sent. */
  readonly isWaiting: boolean;
};

type Reading = {
  /** Milliseconds. */
  readonly within: number;
  /** Ends it, and takes the work away from this process: the reading rejects. */
  readonly owner: AbortSignal;
  readonly cancelled: AbortSignal;
  readonly elapsed: () => number;
  /** Takes each piece of text, and `undefined` after the last one. */
  readonly take: (text: string | undefined) => Promise<void>;
};

/**
 * Of its time, so much may a call wait for its turn. With less it would be sent, and paid for, to be cut: a model too
 * slow for all who ask would then answer no one.
 */
const PART_TO_WAIT = 0.5;
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

/** Reads what a model writes. What ends it early is returned as a failure; rejects only with the owner's reason. */
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
    if (isWaiting) noTurn.abort(new Failure(hadNoTurn));
  }, within * PART_TO_WAIT);
  try {
    const signal = AbortSignal.any([owner, cancelled, noTurn.signal, AbortSignal.timeout(within)]);
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
    if (end === undefined) failed = wasCut;
    else if (end.finish === 'filtered') failed = wasFiltered;
  } catch (error) {
    owner.throwIfAborted();
    failed = callFailureOf(error);
  } finally {
    clearTimeout(patience);
  }
  return { text, toolCalls, firstTokenMs, end, failure: failed, isWaiting };
};
