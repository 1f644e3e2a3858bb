import type { z } from 'zod';
import type { Position, RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import type { DraftDelta } from '../../ports/answer-feed.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { CHECK_INTERVAL_MS, type ContentAccess } from './content-access.ts';
import { createDraftFrames } from './draft-frames.ts';
import type { queryDraft } from './frames.ts';
import { mergeSources } from './merge-sources.ts';
import type { QueryStep } from './query-steps.ts';
import type { QuestionEvents } from './question-events.ts';
import { formatEvent, formatHeartbeat, formatOpening } from './server-sent-events.ts';
import { idOf, type StreamPlace } from './stream-place.ts';
import { withHeartbeats } from './with-heartbeats.ts';

type FollowedQuery = {
  readonly queryId: string;
  readonly streamId: StreamId;
  readonly after: StreamPlace;
  /** The events so far, in order. */
  readonly history: readonly RecordedEvent[];
  readonly events: Pick<QuestionEvents, 'live'>;
  /** The frames for an event. */
  readonly stepsOf: (event: RecordedEvent) => readonly QueryStep[];
  /** Whether to show the reader a pending confirmation; records that it was shown. */
  readonly mayConfirm: (event: RecordedEvent) => Promise<boolean>;
  /** Resolves once a request for the query shows the event at the position, or after a limited time. */
  readonly readable: (position: Position) => Promise<void>;
  readonly access: ContentAccess;
};

type Needs = Pick<HttpApiServices, 'limits' | 'answerFeed'>;

const draftData = ({ attempt, from, text }: DraftDelta): z.input<typeof queryDraft> => ({
  attempt,
  from,
  text,
});

/**
 * Follows one query to its end, as the text of Server-Sent Events: its events with those of its tool calls, and
 * between them the text of a language model as it is written. A slow reader gets the drafts in fewer pieces and all
 * of the events.
 */
export async function* followQuery(
  { queryId, streamId, after, history, events, stepsOf, mayConfirm, readable, access }: FollowedQuery,
  signal: AbortSignal,
  { limits, answerFeed }: Needs,
): AsyncGenerator<string> {
  let place = after;
  const send = async function* (
    event: RecordedEvent,
    steps: readonly QueryStep[],
    { isEnd, isPast = false }: { readonly isEnd: boolean; readonly isPast?: boolean },
  ): AsyncGenerator<string> {
    // Clients read the query as soon as they see its end, and must not find it still pending. A read model that cannot
    // be read right now withholds the end from no one.
    if (isEnd) await readable(event.position).catch(() => {});
    for (const { frame, position, shows } of steps) {
      // The end is sent again to a reader who resumes after it: closing without it would make it reconnect endlessly.
      if (position <= after.position && !isEnd) continue;
      if (shows === 'confirmation') {
        if (isPast || !(await mayConfirm(event))) continue;
      } else if (shows) await access.mayShow(shows);
      if (position > place.position) place = { position, characters: 0 };
      yield formatEvent(frame);
    }
  };

  yield formatOpening(idOf(place));
  const sent = history.map(stepsOf);
  // Tool results after the end, as when calls are cancelled with their question, are shown with the calls.
  const lastSent = sent.findLastIndex(
    (steps, index) => steps.length > 0 && history[index]?.streamId === streamId,
  );
  const lastOf = new Map(history.map((event) => [event.streamId, event]));
  for (const [index, event] of history.entries()) {
    const steps = sent[index] ?? [];
    // An apparent end followed by more events was not the end: a clarifying question was answered.
    const isEnd = index === lastSent && steps.some(({ last }) => last);
    yield* send(event, steps, { isEnd, isPast: lastOf.get(event.streamId) !== event });
    if (isEnd) return;
  }
  const drafts = createDraftFrames();
  const both = mergeSources(events.live(signal), answerFeed.follow(queryId, signal));
  const keeping = setInterval(() => signal.aborted || access.keep(), CHECK_INTERVAL_MS);
  try {
    for await (const next of withHeartbeats(both, limits.heartbeatInterval)) {
      if (signal.aborted) return;
      if (next === 'silence') {
        yield formatHeartbeat(idOf(place));
        continue;
      }
      if (next.of === 'main') {
        const steps = stepsOf(next.item);
        const isEnd = steps.some(({ last }) => last);
        yield* send(next.item, steps, { isEnd });
        if (isEnd) return;
      } else drafts.add(next.item);
      const frame = drafts.takeAt(place);
      if (!frame) continue;
      await access.mayShow('draft');
      place = frame.place;
      yield formatEvent({ id: idOf(place), event: 'draft', data: draftData(frame.piece) });
    }
  } finally {
    clearInterval(keeping);
  }
}
