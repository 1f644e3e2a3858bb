import type { ApiClient } from '../../client/create-client.ts';
import { ConnectionLost } from '../api/api-failure.ts';
import { queryFrameOf } from '../api/query-frame.ts';
import { CliError } from '../cli-error.ts';
import type { ToolPrompts } from './confirm-tools.ts';
import type { LiveView } from './live-view.ts';

/** Connections to one query; after the last the question stays in the log, and its answer can be read later. */
const MAX_CONNECTIONS = 10;
/** Longer than work on any query takes: a minute, and in four rounds a minute and a half for its tools. */
const MAX_WAIT_MS = 480_000;

type Following = {
  readonly view: Pick<LiveView, 'show'>;
  readonly prompts: ToolPrompts;
  readonly signal: AbortSignal;
};

/**
 * Follows a query from a position to its end and shows what comes meanwhile; a connection that breaks is made again where it was. Answers
 * the position of the event that ended it.
 *
 * @throws CliError when there is no end in time, or the server cannot be reached any more
 */
export const followQuery = async (
  client: ApiClient,
  queryId: string,
  after: number,
  { view, prompts, signal }: Following,
): Promise<number> => {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]);
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
    if (!(error instanceof ConnectionLost) || patience.aborted) throw error;
    lost = error;
  }
  throw new CliError('There is no answer; the question stays in the log and is worked on.', {
    hint: `Read the answer later at ${client.url}/api/queries/${queryId}.`,
    cause: lost,
  });
};
