import { isInScope, readLiveReadings } from '../../commands/lookups/read-live-readings.ts';
import type { CommandContext } from '../../commands/runtime/command-context.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import type { LiveReading } from '../../domain/indexing/live-readings.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import {
  activeRun,
  type ReindexingCommand,
  reindexingDecider,
  reindexingStream,
} from '../../domain/operations/reindexing-decider.ts';
import { reindexingRequested } from '../../domain/operations/reindexing-events.ts';
import { readDocumentHistory } from '../../ports/read-document-history.ts';
import type { Delivery } from '../runner/delivery.ts';
import { rereadDocument } from './reread-document.ts';

export const REINDEXER = 'reindexer';

/** The most progress events of one run. */
const PROGRESS_STEPS = 20;

/** Documents of a run queued for indexing at a time: more would delay people's uploads. */
const CONCURRENCY = 2;

/** Carries out runs and records their progress. */
export type ReindexingRuns = {
  readonly isUnderWay: (runId: string) => Promise<boolean>;
  readonly record: (command: ReindexingCommand, event: RecordedEvent, delivery: Delivery) => Promise<unknown>;
  readonly carryOut: (event: RecordedEvent, delivery: Delivery) => Promise<void>;
};

export const createReindexingRuns = (services: CommandServices): ReindexingRuns => {
  const { identity, eventStore } = services;

  const contextOf = (event: RecordedEvent, { fence }: Delivery): CommandContext =>
    systemContext(event, identity.newId(), REINDEXER, fence);

  const record: ReindexingRuns['record'] = (command, event, delivery) =>
    executeDecider({
      decider: reindexingDecider,
      streamId: reindexingStream,
      commands: [command],
      context: contextOf(event, delivery),
      services,
    });

  const isUnderWay: ReindexingRuns['isUnderWay'] = async (runId) => {
    const { state } = await loadState(services, reindexingDecider, reindexingStream);
    return activeRun(state)?.runId === runId;
  };

  /** Whether the run has already made this version of the document. */
  const isOfRun = async ({ docKey, version }: LiveReading, runId: string): Promise<boolean> => {
    const { versions } = await readDocumentHistory(eventStore, docKey);
    return versions.find((added) => added.version === version)?.reread?.runId === runId;
  };

  const carryOut: ReindexingRuns['carryOut'] = async (event, delivery) => {
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
        const reread = await rereadDocument(live, services, {
          runId,
          context: contextOf(event, delivery),
          delivery,
        });
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
    /** On a failure, parallel workers stop too, each after its current document. */
    const work = async (): Promise<void> => {
      try {
        await workThrough();
      } catch (error) {
        todo.length = 0;
        throw error;
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    if (todo.length === 0) await record({ type: 'CompleteReindexing', runId, ...counts }, event, delivery);
  };

  return { isUnderWay, record, carryOut };
};
