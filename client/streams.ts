import { isDocumented, misfitOfAnswer } from './check-answer.ts';
import type { Caller, CallInput } from './create-caller.ts';
import { ConnectionFailure, RefusedRequest, UnexpectedAnswer } from './failures.ts';
import type { At, InputOf, StreamEvent, StreamPath } from './operation-types.ts';
import { pause } from './pause.ts';
import { type RawEvent, readEventStream } from './read-event-stream.ts';

/** How a stream is followed. */
type FollowOptions = {
  /** Where it goes on: the `id` of the last event that was seen. */
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal;
  /** Milliseconds without a sign of life after which a connection counts as broken: a minute by default. */
  readonly idle?: number;
  /** Connections that may end before the stream does; without a limit when absent. */
  readonly connections?: number;
  /** Called whenever the server has accepted a connection. */
  readonly onConnected?: () => void;
  /** Called whenever a connection has ended. */
  readonly onDisconnected?: () => void;
};

const RECONNECT_MS = 1000;

/** Whether the stream can be read on over another connection. */
const isGone = (error: unknown): boolean =>
  (error instanceof ConnectionFailure && error.kind !== 'aborted') ||
  (error instanceof RefusedRequest && error.code === 'unavailable');

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type LooseEvent = {
  readonly id: string;
  readonly event?: { readonly kind: string; readonly name: string; readonly data?: unknown };
};

/** An event with the kind that the document gives it, its data held against the schema of that. */
const readEvent = async (path: string, { id, event }: RawEvent): Promise<LooseEvent> => {
  if (event === undefined) return { id };
  const { name } = event;
  const kind = (await isDocumented(`get ${path} ${name}`)) ? name : '*';
  const data = parseJson(event.data);
  const isReadable =
    data !== undefined &&
    (await isDocumented(`get ${path} ${kind}`)) &&
    (await misfitOfAnswer(`get ${path} ${kind}`, data)) === undefined;
  return isReadable ? { id, event: { kind, name, data } } : { id, event: { kind: 'unreadable', name } };
};

/** The streams of events. */
export const createStreams = ({ open, bytesOf, signalOf, settleEach }: Caller) => {
  async function* read(
    path: string,
    { onConnected, ...input }: CallInput & Pick<FollowOptions, 'onConnected'>,
    lastEventId: string | undefined,
  ): AsyncGenerator<LooseEvent> {
    const resume = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
    const headers = { ...input.headers, Accept: 'text/event-stream', ...resume };
    const response = await open('get', path, { ...input, headers });
    onConnected?.();
    try {
      for await (const event of readEventStream(bytesOf(response, input, 'events')))
        yield await readEvent(path, event);
    } catch (error) {
      throw error instanceof RangeError
        ? new UnexpectedAnswer(response.status, path, error.message, error)
        : error;
    }
  }

  async function* readOn(path: string, input: CallInput & FollowOptions): AsyncGenerator<LooseEvent> {
    const { connections = Number.POSITIVE_INFINITY, onDisconnected, lastEventId, ...call } = input;
    const signal = signalOf(input);
    let place = lastEventId;
    for (let connection = 1; !signal.aborted; connection += 1) {
      try {
        for await (const event of read(path, call, place)) {
          place = event.id;
          yield event;
        }
      } catch (error) {
        if (!isGone(error) || connection >= connections) throw error;
      }
      onDisconnected?.();
      if (connection >= connections) return;
      await pause(RECONNECT_MS, signal);
    }
  }

  /**
   * Follows a stream of events, and goes on where it was when its connection breaks or the server ends it. It ends with
   * the last of its connections, with the signal, or when no more events are requested.
   */
  function follow<Path extends StreamPath>(
    path: Path,
    ...input: InputOf<At<Path, 'get'>, FollowOptions>
  ): AsyncGenerator<StreamEvent<Path>>;
  function follow(path: string, input: CallInput & FollowOptions = {}): AsyncGenerator<LooseEvent> {
    return settleEach(readOn(path, input));
  }

  return { follow };
};
