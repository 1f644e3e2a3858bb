import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { reindexingRequested, reindexingStopped } from '../../domain/operations/reindexing-events.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import { createReindexingRuns, REINDEXER } from './reindexing-run.ts';

/** Without progress; waiting for the indexing of a document does not count. */
const DEADLINE_MS = 10 * 60_000;

/**
 * Has the requested documents read again, from the request in the log to its end there. Each gets a new version with the
 * same file, which the indexing worker reads like any other. The previous version answers until the new one is complete,
 * and permanently if that fails. The log records the progress of a run, so another process can continue it after a crash.
 */
export const createReindexer = (services: CommandServices): ConsumerDefinition => {
  const { isUnderWay, record, carryOut } = createReindexingRuns(services);
  /** Stops the run under way in this process. */
  let underWay: { readonly runId: string; readonly stop: AbortController } | undefined;

  return {
    name: REINDEXER,
    eventTypes: [reindexingRequested.type, reindexingStopped.type],
    concurrency: 2,
    // Stopping a run must not wait for its end.
    orderingKey: (event) => (event.type === reindexingStopped.type ? 'given up' : 'run'),
    // Each run reads from the log what remains to be done.
    laterEvents: 'pass',
    deadline: DEADLINE_MS,
    handle: async (event, delivery) => {
      if (event.type === reindexingStopped.type) {
        const { runId } = reindexingStopped.schema.parse(event.data);
        if (underWay?.runId === runId) underWay.stop.abort();
        return;
      }
      const { runId } = reindexingRequested.schema.parse(event.data);
      if (!(await isUnderWay(runId))) return;
      const given = new AbortController();
      underWay = { runId, stop: given };
      try {
        const signal = anySignal([delivery.signal, given.signal]);
        await carryOut(event, { ...delivery, signal });
      } catch (error) {
        if (delivery.signal.aborted || !given.signal.aborted) throw error;
      } finally {
        underWay = undefined;
      }
    },
    onParked: async (event, reason, delivery) => {
      if (event.type !== reindexingRequested.type) return;
      const { runId } = reindexingRequested.schema.parse(event.data);
      const message = `It failed several times: ${reason} Ask again once the cause is fixed.`.slice(0, 500);
      await record({ type: 'StopReindexing', runId, reason: 'unavailable', message }, event, delivery);
    },
  };
};
