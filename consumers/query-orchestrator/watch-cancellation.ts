import { queryCancelled, queryFailed } from '../../domain/consultation/query-events.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { QueryRecord } from './query-record.ts';

/** Why a call was stopped that is no longer awaited. */
export const CANCELLED = Symbol('cancelled');

/** Follows a query until it is ended elsewhere, as by a person or an erasure, or until it is stopped. */
export const watchCancellation = (
  { streamId, revision }: Pick<QueryRecord, 'streamId' | 'revision'>,
  { eventStore }: Pick<OrchestratorServices, 'eventStore'>,
): { readonly signal: AbortSignal; readonly stop: () => void } => {
  const cancelled = new AbortController();
  const stopped = new AbortController();
  const watch = async (): Promise<void> => {
    const events = eventStore.subscribeStream(streamId, revision(), stopped.signal, {
      types: [queryCancelled.type, queryFailed.type],
    });
    for await (const _ of events) {
      cancelled.abort(CANCELLED);
      return;
    }
  };
  watch().catch(() => {
    // A log that cannot be followed stops no call: what was cancelled is not answered all the same.
  });
  return { signal: cancelled.signal, stop: () => stopped.abort() };
};
