import { queryCancelled, queryFailed } from '../../domain/consultation/query-events.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { QueryRecord } from './query-record.ts';

/** The abort reason of a call that is no longer wanted. */
export const CANCELLED = Symbol('cancelled');

/** Watches a query until it is ended elsewhere, by a person or an erasure, or until `stop` is called. */
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
    // The call continues if the log cannot be followed; a cancelled query is still not answered.
  });
  return { signal: cancelled.signal, stop: () => stopped.abort() };
};
