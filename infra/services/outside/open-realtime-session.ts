import { createRequire } from 'node:module';
import {
  type RealtimeServerEvent,
  readRealtimeEvent,
} from '../../../domain/consultation/voice/realtime-events.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { RealtimeModel, RealtimeSession } from '../../../ports/realtime-model.ts';
import { openAiPackage } from './openai-package.ts';

const require = createRequire(import.meta.url);
/** The speech part of OpenAI's package, loaded with the first session. */
const realtimePackage = (): typeof import('openai/realtime/ws') => require('openai/realtime/ws');

type RealtimeServiceOptions = {
  /** Up to and including the version, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: URL;
  readonly model: string;
  readonly voice: string;
  readonly transcriptionModel: string;
  readonly apiKey?: string | undefined;
  readonly leavesThePremises: boolean;
  /** CA certificates (PEM) to trust in addition to the system's. */
  readonly ca?: string;
  /** Milliseconds to establish the connection. */
  readonly openTimeout?: number;
};

const OPEN_TIMEOUT_MS = 10_000;
/** Size limit of one event: audio arrives in chunks of some kilobytes, a person's speech as one text. */
const MAX_EVENT_BYTES = 2 * 1024 * 1024;
/** Limit on unsent data: half a minute of speech; a slower connection is unusable for speech. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** Limit on unread events. */
const MAX_EVENTS = 10_000;
/** The client requires a key; a server on the premises may not. */
const NO_KEY = 'none';

const component = 'voice-model';

const brokeOff = (): Failure =>
  new Failure(failure('external_api_error', 'The speech model closed the connection.', { component }));

/** A queue of unread events, as an async iterable for a single reader. */
const createInbox = () => {
  const waiting: RealtimeServerEvent[] = [];
  let end: { readonly error?: Failure } | undefined;
  let wake = (): void => {};
  return {
    push: (event: RealtimeServerEvent): boolean => waiting.push(event) <= MAX_EVENTS,
    finish: (error?: Failure): void => {
      end ??= error === undefined ? {} : { error };
      wake();
    },
    wake: (): void => wake(),
    events: (async function* () {
      for (;;) {
        const event = waiting.shift();
        if (event !== undefined) yield event;
        else if (end?.error !== undefined) throw end.error;
        else if (end !== undefined) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    })(),
  };
};

/**
 * Connects to a speech model through OpenAI's Realtime API, with the WebSocket client of the package
 * `openai`. Never reconnects, because a session that has lost its context must not continue as if it had it.
 * The text of the service's errors is dropped.
 */
export const createRealtimeService = (options: RealtimeServiceOptions): RealtimeModel => {
  const { baseUrl, model, apiKey, ca, openTimeout = OPEN_TIMEOUT_MS } = options;
  const { voice, transcriptionModel, leavesThePremises } = options;
  const { OpenAI } = openAiPackage();
  const client = new OpenAI({
    baseURL: baseUrl.href.replace(/(?<!\/)\/+$/, ''),
    apiKey: apiKey ?? NO_KEY,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
  });
  return {
    model: { name: model, leavesThePremises, voice, transcriptionModel },
    open: ({ signal }) => {
      signal.throwIfAborted();
      const { OpenAIRealtimeWS } = realtimePackage();
      const connection = new OpenAIRealtimeWS(
        {
          model,
          options: {
            maxPayload: MAX_EVENT_BYTES,
            handshakeTimeout: openTimeout,
            followRedirects: false,
            ...(ca === undefined ? {} : { ca }),
          },
        },
        client,
      );
      const { socket } = connection;
      const inbox = createInbox();
      let isOpen = false;
      const session: RealtimeSession = {
        send: (event) => {
          if (socket.readyState !== socket.OPEN || socket.bufferedAmount > MAX_WAITING_BYTES)
            throw new Failure(
              failure('unavailable', 'The speech model accepts no more input.', { component }),
            );
          connection.send(event);
        },
        events: inbox.events,
        close: () => {
          inbox.finish();
          if (socket.readyState === socket.OPEN) connection.close();
          // Also leaves a service that does not answer the closing handshake.
          else socket.terminate();
          setTimeout(() => socket.terminate(), 2000).unref();
        },
      };
      connection.on('event', (event) => {
        const read = readRealtimeEvent(event);
        if (read === undefined) return;
        if (inbox.push(read)) inbox.wake();
        else {
          inbox.finish(brokeOff());
          socket.terminate();
        }
      });
      return new Promise((resolve, reject) => {
        const fail = (error: unknown): void => {
          reject(error);
          inbox.finish(brokeOff());
          socket.terminate();
        };
        const leave = (): void => fail(signal.reason);
        signal.addEventListener('abort', leave, { once: true });
        socket.once('open', () => {
          isOpen = true;
          signal.removeEventListener('abort', leave);
          resolve(session);
        });
        // Errors of the service also arrive as events; connection errors end with `close`.
        connection.on('error', ({ error }) => {
          if (isOpen || error !== undefined) return;
          fail(
            new Failure(
              failure(
                'unavailable',
                'The speech model cannot be reached. Check VOICE_URL, VOICE_MODEL and VOICE_API_KEY.',
                { component, retryAfter: 10 },
              ),
            ),
          );
        });
        socket.once('close', (code: number) => inbox.finish(code === 1000 ? undefined : brokeOff()));
      });
    },
  };
};
