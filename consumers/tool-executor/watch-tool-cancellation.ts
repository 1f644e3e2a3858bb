import { toolCallEndTypes } from '../../domain/tools/tool-call-state.ts';
import type { ToolCallRecord } from './tool-call-record.ts';
import type { ToolExecutorServices } from './tool-executor-services.ts';

/** Why a call was stopped that is no longer wanted. */
const CANCELLED = Symbol('cancelled');

/** Most calls end sooner: for them nothing is followed. What was cancelled until then is found when it is. Milliseconds. */
const FOLLOWED_AFTER_MS = 50;

/** Follows a call until it is ended elsewhere, as by a person or an erasure, or until it is stopped. */
export const watchToolCancellation = (
  { streamId, revision }: Pick<ToolCallRecord, 'streamId' | 'revision'>,
  { eventStore }: Pick<ToolExecutorServices, 'eventStore'>,
): { readonly signal: AbortSignal; readonly stop: () => void } => {
  const cancelled = new AbortController();
  const stopped = new AbortController();
  const from = revision();
  const watch = async (): Promise<void> => {
    const events = eventStore.subscribeStream(streamId, from, stopped.signal, {
      types: toolCallEndTypes,
    });
    for await (const _ of events) {
      cancelled.abort(CANCELLED);
      return;
    }
  };
  const timer = setTimeout(() => {
    watch().catch(() => {
      // A log that cannot be followed stops no call: its outcome is not recorded all the same.
    });
  }, FOLLOWED_AFTER_MS);
  return {
    signal: cancelled.signal,
    stop: () => {
      clearTimeout(timer);
      stopped.abort();
    },
  };
};
