import type { ApiClient } from '../../client/create-client.ts';
import { anySignal } from '../../ports/any-signal.ts';
import { ConnectionLostError } from '../api/api-failure.ts';
import { queryFrameOf } from '../api/query-frame.ts';
import { CliError } from '../cli-error.ts';
import type { ToolPrompts } from './confirm-tools.ts';
import type { LiveView } from './live-view.ts';

/** The maximum number of connections per query. After the last, the answer can still be read later. */
const MAX_CONNECTIONS = 10;
/** More than any query needs: one minute, plus one and a half for each of four rounds of tools. */
const MAX_WAIT_MS = 480_000;

type Following = {
  readonly view: Pick<LiveView, 'show'>;
  readonly prompts: ToolPrompts;
  readonly signal: AbortSignal;
};

/**
 * Follows a query from a position to its end and shows its events. Reconnects and resumes when a connection breaks.
 * Returns the position of the event that ended the query.
 *
 * @throws CliError when the query does not end in time, or the server can no longer be reached
 */
export const followQuery = async (
  client: ApiClient,
  queryId: string,
  after: number,
  { view, prompts, signal }: Following,
): Promise<number> => {
  const patience = anySignal([signal, AbortSignal.timeout(MAX_WAIT_MS)]);
  let lost: unknown;
  try {
    for await (const event of client.follow('/api/queries/{id}/stream', {
      path: { id: queryId },
      lastEventId: String(after),
      connections: MAX_CONNECTIONS,
      signal: patience,
    })) {
      const frame = queryFrameOf(event);
      if (frame?.kind === 'end') return frame.position;
      if (frame?.kind === 'confirmation') prompts.ask(frame.confirmation);
      else if (frame) view.show(frame);
      if (frame?.kind === 'activity' && frame.activity.status !== 'awaiting_confirmation')
        prompts.settled(frame.activity.toolCallId);
    }
  } catch (error) {
    if (!(error instanceof ConnectionLostError) || patience.aborted) throw error;
    lost = error;
  }
  throw new CliError('There is no answer yet; the server continues to work on the question.', {
    hint: `Read the answer later at ${client.url}/api/queries/${queryId}.`,
    cause: lost,
  });
};
