import { isInScope, readLiveReadings } from '../../commands/lookups/read-live-readings.ts';
import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import type { LiveReading } from '../../domain/indexing/live-readings.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import {
  type ReindexingCommand,
  reindexingDecider,
  reindexingStream,
  runUnderWay,
} from '../../domain/operations/reindexing-decider.ts';
import { reindexingRequested, reindexingStopped } from '../../domain/operations/reindexing-events.ts';
import { readDocumentHistory } from '../../ports/read-document-history.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import type { Delivery } from '../runner/delivery.ts';
import { rereadDocument } from './reread-document.ts';

const REINDEXER = 'reindexer';

/** Without progress; waiting for the indexing of a document does not count. */
const DEADLINE_MS = 10 * 60_000;

/** How often at most progress is recorded in one run. */
const PROGRESS_STEPS = 20;

/** Documents that are in the queue of the indexing worker at a time: more would keep what people send waiting. */
const AT_ONCE = 2;

/**
 * Has documents read again that were asked for, from the wish in the log to its end there. Each gets a version of the
 * same file, which the indexing worker reads as any other: the version before answers until that is complete, and goes
 * on where it fails. What a run has done stands in the log, so whoever takes it over after a crash goes on with the rest.
 */
export const createReindexer = (services: CommandServices): ConsumerDefinition => {
  const { identity, eventStore } = services;
  /** What stops the run under way, here. */
  let underWay: { readonly runId: string; readonly stop: AbortController } | undefined;

  const contextOf = (event: RecordedEvent, { fence }: Delivery): CommandContext =>
    systemContext(event, identity.newId(), REINDEXER, fence);

  const record = (command: ReindexingCommand, event: RecordedEvent, delivery: Delivery) =>
    executeDecider({
      decider: reindexingDecider,
      streamId: reindexingStream,
      commands: [command],
      context: contextOf(event, delivery),
      services,
    });

  const isUnderWay = async (runId: string): Promise<boolean> => {
    const { state } = await loadState(services, reindexingDecider, reindexingStream);
    return runUnderWay(state)?.runId === runId;
  };

  /** Whether this version is what the run has made of the document already. */
  const isOfRun = async ({ docKey, version }: LiveReading, runId: string): Promise<boolean> => {
    const { versions } = await readDocumentHistory(eventStore, docKey);
    return versions.find((added) => added.version === version)?.reread?.runId === runId;
  };

  const carryOut = async (event: RecordedEvent, delivery: Delivery): Promise<void> => {
    const { runId, reader, ...scope } = reindexingRequested.schema.parse(event.data);
    const readings = await readLiveReadings(eventStore);
    const wanted = readings.filter(
      ({ docKey }) => scope.docKeys === undefined || scope.docKeys.includes(docKey),
    );
    const todo: LiveReading[] = [];
    let done = 0;
    for (const live of wanted) {
      if (await isOfRun(live, runId)) done += 1;
      else if (isInScope(live, scope, reader)) todo.push(live);
      delivery.progress();
    }
    const counts = { total: done + todo.length, done, failed: 0, skipped: 0 };
    const step = Math.max(1, Math.ceil(counts.total / PROGRESS_STEPS));
    const finishedCount = (): number => counts.done + counts.failed + counts.skipped;
    await record({ type: 'RecordProgress', runId, ...counts }, event, delivery);
    const workThrough = async (): Promise<void> => {
      for (let live = todo.shift(); live !== undefined; live = todo.shift()) {
        delivery.signal.throwIfAborted();
        if (!(await isUnderWay(runId))) return;
        const { docKey, version } = live;
        const reread = await rereadDocument(live, runId, contextOf(event, delivery), services, delivery);
        counts[reread.outcome] += 1;
        if (reread.outcome !== 'done') {
          const { outcome: kept, jobId, reason, message } = reread;
          await record(
            {
              type: 'RecordKept',
              runId,
              docKey,
              version,
              kept,
              reason,
              message,
              ...omitUndefined({ jobId }),
            },
            event,
            delivery,
          );
        }
        if (finishedCount() % step === 0)
          await record({ type: 'RecordProgress', runId, ...counts }, event, delivery);
        delivery.progress();
      }
    };
    /** What fails here ends the work of its neighbours too, after the document that each has in hand. */
    const work = async (): Promise<void> => {
      try {
        await workThrough();
      } catch (error) {
        todo.length = 0;
        throw error;
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    if (todo.length === 0) await record({ type: 'CompleteReindexing', runId, ...counts }, event, delivery);
  };

  return {
    name: REINDEXER,
    eventTypes: [reindexingRequested.type, reindexingStopped.type],
    concurrency: 2,
    // Giving a run up must not wait for its end.
    orderingKey: (event) => (event.type === reindexingStopped.type ? 'given up' : 'run'),
    // Each run looks at the log for what is to be done.
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
        const signal = AbortSignal.any([delivery.signal, given.signal]);
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
      const message = `It failed several times: ${reason} Ask again once the cause is mended.`.slice(0, 500);
      await record({ type: 'StopReindexing', runId, reason: 'unavailable', message }, event, delivery);
    },
  };
};
