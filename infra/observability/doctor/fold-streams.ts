import { conversationDecider } from '../../../domain/consultation/conversation-decider.ts';
import { queryDecider } from '../../../domain/consultation/query-decider.ts';
import { reviewDecider } from '../../../domain/consultation/review/review-decider.ts';
import { indexingJobDecider } from '../../../domain/indexing/indexing-job-decider.ts';
import type { DomainEvent, RecordedEvent, StreamCategory, StreamId } from '../../../domain/kernel/event.ts';
import { categoryOf } from '../../../domain/kernel/identifiers.ts';
import { documentDecider } from '../../../domain/knowledge/document-decider.ts';
import { preferencesDecider } from '../../../domain/operations/preferences-decider.ts';
import { timerDecider } from '../../../domain/operations/timer-decider.ts';
import { breakGlassDecider } from '../../../domain/ownership/break-glass-decider.ts';
import { subjectDecider } from '../../../domain/privacy/subject-decider.ts';
import { toolCallDecider } from '../../../domain/tools/tool-call-decider.ts';
import { type EventStore, isUnreadableFailure } from '../../../ports/event-store.ts';

type Fold = {
  readonly initialState: unknown;
  readonly evolve: (state: unknown, event: RecordedEvent) => unknown;
};

const foldOf = <Event extends DomainEvent, State>({
  initialState,
  evolve,
}: {
  readonly initialState: State;
  readonly evolve: (state: State, event: Event) => State;
}): Fold => ({
  initialState,
  // A state is only ever passed to the fold that made it, and the log validates each event against its schema.
  evolve: (state, event) => evolve(state as State, event as DomainEvent as Event),
});

/** The folds of each category of streams, and whether the first event must change the initial state. */
const foldsOf: Readonly<
  Partial<Record<StreamCategory, { readonly folds: readonly Fold[]; begins: boolean }>>
> = {
  document: { folds: [foldOf(documentDecider)], begins: true },
  indexing: { folds: [foldOf(indexingJobDecider)], begins: true },
  conversation: { folds: [foldOf(conversationDecider)], begins: true },
  query: { folds: [foldOf(queryDecider), foldOf(reviewDecider)], begins: true },
  tool_call: { folds: [foldOf(toolCallDecider)], begins: true },
  timer: { folds: [foldOf(timerDecider)], begins: true },
  subject: { folds: [foldOf(subjectDecider)], begins: false },
  grant: { folds: [foldOf(breakGlassDecider)], begins: false },
  preferences: { folds: [foldOf(preferencesDecider)], begins: false },
};

/**
 * Limits of the cache: streams, and bytes of the data folded into their states. An evicted stream is read again from
 * its start: memory stays bounded, and each event is read once unless more streams than that grow concurrently.
 */
const KEPT = { streams: 20_000, bytes: 32 * 1024 * 1024 };

/** The states of a stream; undefined if it cannot be folded any more. */
type Folded = { readonly states: readonly unknown[] | undefined; readonly bytes: number };

const bytesOf = ({ data }: RecordedEvent): number => Buffer.byteLength(JSON.stringify(data));

/**
 * Creates a function that folds events in the order of the log. It returns a sentence without content if an event does
 * not fit.
 */
export const createStreamFolder = (
  eventStore: Pick<EventStore, 'readStream'>,
  limits: { readonly streams: number; readonly bytes: number } = KEPT,
): ((event: RecordedEvent) => Promise<string | undefined>) => {
  /** Least recently used streams first. */
  const kept = new Map<StreamId, Folded>();
  let keptBytes = 0;

  const foldBefore = async (event: RecordedEvent, folds: readonly Fold[]): Promise<Folded> => {
    const known = kept.get(event.streamId);
    if (known) return known;
    let states: readonly unknown[] = folds.map(({ initialState }) => initialState);
    let bytes = 0;
    if (event.revision === 0) return { states, bytes };
    for await (const earlier of eventStore.readStream(event.streamId, { toPosition: event.position - 1 })) {
      states = folds.map(({ evolve }, index) => evolve(states[index], earlier));
      bytes += bytesOf(earlier);
    }
    return { states, bytes };
  };

  const keep = (streamId: StreamId, folded: Folded): void => {
    keptBytes += folded.bytes - (kept.get(streamId)?.bytes ?? 0);
    kept.delete(streamId);
    kept.set(streamId, folded);
    for (const [oldest, { bytes }] of kept) {
      if (kept.size <= limits.streams && keptBytes <= limits.bytes) return;
      kept.delete(oldest);
      keptBytes -= bytes;
    }
  };

  return async (event) => {
    const { streamId, type, position, revision } = event;
    const { folds, begins } = foldsOf[categoryOf(streamId)] ?? { folds: [], begins: false };
    if (folds.length === 0) return undefined;
    try {
      const before = await foldBefore(event, folds);
      const states = before.states && folds.map(({ evolve }, index) => evolve(before.states?.[index], event));
      keep(streamId, { states, bytes: before.bytes + bytesOf(event) });
      return begins && revision === 0 && states?.[0] === folds[0]?.initialState
        ? `The stream of event ${position} begins with ${type}, which cannot be its beginning.`
        : undefined;
    } catch (error) {
      keep(streamId, { states: undefined, bytes: 0 });
      // Unreadable events are reported separately.
      if (isUnreadableFailure(error)) return undefined;
      return `Event ${position} (${type}) cannot follow what its stream holds before it.`;
    }
  };
};
