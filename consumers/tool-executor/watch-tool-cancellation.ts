import { toolCallEndTypes } from '../../domain/tools/tool-call-state.ts';
import type { ToolCallRecord } from './tool-call-record.ts';
import type { ToolExecutorServices } from './tool-executor-services.ts';

/** The abort reason of a call that is no longer wanted. */
const CANCELLED = Symbol('cancelled');

/** Milliseconds before a call is watched: most end sooner. A cancellation before that is then found. */
const FOLLOWED_AFTER_MS = 50;

/** Watches a call until it is ended elsewhere, by a person or an erasure, or until `stop` is called. */
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
      // The call continues if the log cannot be followed; the outcome of a cancelled call is still not recorded.
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
