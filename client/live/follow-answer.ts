import type { ApiClient } from '../create-client.ts';
import { type AnswerState, askedQuestion, endOf, evolveAnswer } from './answer-state.ts';

/** How to follow a question. */
export type FollowAnswerOptions = {
  /** Follow only what happened after this log position, such as that of `AnswerClarification`. Default: everything. */
  readonly after?: number | undefined;
  readonly signal?: AbortSignal;
};

/**
 * Yields what is known of a question each time something happens to it, until it is answered or clarified, has failed or
 * was cancelled. The last state has the whole question in `query`. Resumes when the connection breaks.
 *
 * @throws ClientFailure when the server refuses, for example a question of somebody else
 */
export async function* followAnswer(
  client: ApiClient,
  queryId: string,
  { after, signal }: FollowAnswerOptions = {},
): AsyncGenerator<AnswerState> {
  let state = askedQuestion(queryId);
  yield state;
  const events = client.follow('/api/queries/{id}/stream', {
    path: { id: queryId },
    ...(after === undefined ? {} : { lastEventId: String(after) }),
    ...(signal === undefined ? {} : { signal }),
  });
  for await (const { id, event } of events) {
    if (event === undefined) continue;
    const next = evolveAnswer(state, event);
    if (endOf(event) === undefined) {
      if (next !== state) yield next;
      state = next;
      continue;
    }
    const query = await client.get('/api/queries/{id}', {
      path: { id: queryId },
      query: { after: Number.parseInt(id, 10) },
      ...(signal === undefined ? {} : { signal }),
    });
    yield { ...next, status: query.status, query };
    return;
  }
}
