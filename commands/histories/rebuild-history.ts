import type { Position, RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import {
  type ExaminationState,
  examinationDecider,
  examinationStream,
  verdictOn,
} from '../../domain/operations/examination-decider.ts';
import { type ExaminationEvent, examinationEvents } from '../../domain/operations/examination-events.ts';
import {
  type ProjectionCommand,
  type ProjectionState,
  projectionDecider,
} from '../../domain/operations/projection-decider.ts';
import {
  type OperationsEvent,
  projectionGenerationSwitched,
  projectionRebuildFailed,
  projectionResetRequested,
} from '../../domain/operations/projection-events.ts';
import { settingsSubject } from '../../domain/privacy/data-subject.ts';
import { inOrder, isUnreadable, type UnreadableEvent, wholeStream } from '../../ports/event-store.ts';
import type { Fence } from '../../ports/leases.ts';
import type { RebuildHistory } from '../../ports/rebuild-history.ts';
import type { CommandServices } from '../runtime/command-definition.ts';
import { executeDecider, loadState } from '../runtime/execute-decider.ts';
import { systemContext } from '../runtime/system-caller.ts';

const filter = {
  types: [
    projectionResetRequested.type,
    projectionGenerationSwitched.type,
    projectionRebuildFailed.type,
    ...examinationEvents.map(({ type }) => type),
  ],
  categories: ['projection'],
} as const;
const PAGE = 1000;
const decisions: ReadonlySet<string> = new Set(filter.types);
const isDecision = ({ type }: { readonly type: string }): boolean => decisions.has(type);

/** The fold of a projection's two streams, and the first event that could not be read; nothing after it is folded. */
type Known = {
  readonly state: ProjectionState;
  readonly examination: ExaminationState;
  readonly unreadable?: UnreadableEvent;
};
const nothingKnown: Known = {
  state: projectionDecider.initialState,
  examination: examinationDecider.initialState,
};

const isOfExamination = (event: { readonly type: string }): event is ExaminationEvent =>
  examinationEvents.some(({ type }) => type === event.type);

const foldNext = (known: Known, event: RecordedEvent | UnreadableEvent): Known => {
  if (known.unreadable) return known;
  if (isUnreadable(event)) return { ...known, unreadable: event };
  if (isOfExamination(event))
    return { ...known, examination: examinationDecider.evolve(known.examination, event) };
  // The log validates each event against the schema of its type, and the stream holds only operations events.
  return { ...known, state: projectionDecider.evolve(known.state, event as typeof event & OperationsEvent) };
};

/** Folds the decisions of a page into what is known of the projections that own their streams. */
const foldPage = (
  page: Parameters<typeof inOrder>[0],
  owners: ReadonlyMap<StreamId, string>,
  folds: Map<string, Known>,
): void => {
  for (const event of inOrder(page)) {
    const projection = owners.get(event.streamId as StreamId);
    const before = projection === undefined ? undefined : folds.get(projection);
    if (projection !== undefined && before && isDecision(event))
      folds.set(projection, foldNext(before, event));
  }
};

const streamsOf = (projection: string): readonly StreamId[] => [
  streamIdOf('projection', projection),
  examinationStream(projection),
];

/**
 * The history of rebuilds over the event log. A projection's streams are read once, whatever the length of the log;
 * after that each read covers only newer events, for all projections together.
 */
export const createRebuildHistory = (
  services: Pick<CommandServices, 'eventStore' | 'identity'>,
): RebuildHistory => {
  const { eventStore, identity } = services;
  const known = new Map<string, Known>();
  /** The projection of each stream that has been read. */
  const projections = new Map<StreamId, string>();
  /** The position up to which the known streams are folded. */
  let readTo: Position | undefined;
  /** Projections that were requested but not read yet. */
  const wanted = new Set<string>();
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  /** Reads the streams of new projections, in one read for all of them. */
  const readStreams = async (added: readonly string[], toPosition: Position): Promise<void> => {
    const owners = new Map(
      added.flatMap((projection) => streamsOf(projection).map((streamId) => [streamId, projection] as const)),
    );
    // Kept only once everything is read, so that after a failure no event is folded twice.
    const folds = new Map(added.map((projection) => [projection, nothingKnown] as const));
    for await (const page of eventStore.readRanges([...owners.keys()].map(wholeStream), { toPosition }))
      foldPage(page, owners, folds);
    for (const [projection, folded] of folds) known.set(projection, folded);
    for (const [streamId, projection] of owners) projections.set(streamId, projection);
  };

  const catchUp = async (from: Position): Promise<Position> => {
    // An embedded log knows its head without reading.
    if ((await eventStore.head()) <= from) return from;
    for (let after = from; ; after = readTo) {
      const page = await eventStore.readPage(after, PAGE, filter);
      foldPage(page, projections, known);
      // Updated with each page, so that after a failure no page is folded twice.
      readTo = page.scannedTo;
      if (readTo >= page.head) return readTo;
    }
  };

  const readOn = async (): Promise<void> => {
    next = undefined;
    const to = readTo === undefined ? await eventStore.head() : await catchUp(readTo);
    readTo ??= to;
    const added = [...wanted];
    await readStreams(added, to);
    for (const projection of added) wanted.delete(projection);
  };

  /**
   * Reads again after the read in progress, which may have started before the decision that the caller must see. All
   * callers that arrive before the next read starts share it.
   */
  const reread = (): Promise<void> => {
    next ??= reading.then(readOn);
    reading = next.catch(() => {});
    return next;
  };

  const contextOf = (fence: Fence) => systemContext(undefined, identity.newId(), 'projection-runner', fence);

  const execute = async (projection: string, command: ProjectionCommand, fence: Fence): Promise<void> => {
    const context = contextOf(fence);
    const streamId = streamIdOf('projection', projection);
    await executeDecider({ decider: projectionDecider, streamId, commands: [command], context, services });
  };

  return {
    read: async (projection) => {
      if (!known.has(projection)) wanted.add(projection);
      await reread();
      return { ...(known.get(projection) ?? nothingKnown), position: readTo ?? 0 };
    },
    news: async (projection, after, signal) => {
      const streamIds: readonly string[] = streamsOf(projection);
      for await (const { events, unreadable: unread } of eventStore.subscribePages(after, filter, signal))
        if ([...events, ...unread].some(({ streamId }) => streamIds.includes(streamId))) return;
    },
    requestReset: async (projection, fence) => {
      try {
        await execute(projection, { type: 'RequestReset', projection }, fence);
      } catch (error) {
        // Another process has just requested it.
        if (!(error instanceof Failure && error.reason.code === 'conflict')) throw error;
      }
    },
    recordExamined: async (projection, examined, fence) => {
      await executeDecider({
        decider: examinationDecider,
        streamId: examinationStream(projection),
        commands: [{ type: 'RecordExamined', projection, ...examined }],
        context: contextOf(fence),
        services,
        subject: settingsSubject,
      });
    },
    recordSwitched: async (projection, generation, builtTo, fence) => {
      // Only the owner of the lease examines and records the switch, so no other event intervenes.
      const { state } = await loadState(services, examinationDecider, examinationStream(projection));
      const verdict = verdictOn(state, generation);
      await execute(projection, { type: 'RecordSwitched', generation, builtTo, verdict }, fence);
    },
    recordFailed: (projection, generation, message, fence) =>
      execute(projection, { type: 'RecordFailed', generation, message }, fence),
  };
};
