import { createRequire } from 'node:module';
import {
  type RealtimeServerEvent,
  readRealtimeEvent,
} from '../../../domain/consultation/voice/realtime-events.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { RealtimeModel, RealtimeSession } from '../../../ports/realtime-model.ts';
import { openAiPackage } from './openai-package.ts';

const require = createRequire(import.meta.url);
/** The part of OpenAI's package for speech, loaded with the first session. */
const realtimePackage = (): typeof import('openai/realtime/ws') => require('openai/realtime/ws');

type RealtimeServiceOptions = {
  /** Up to and with the version, e.g. `https://api.openai.com/v1`. */
  readonly baseUrl: URL;
  readonly model: string;
  readonly voice: string;
  readonly transcriptionModel: string;
  readonly apiKey?: string | undefined;
  readonly leavesThePremises: boolean;
  /** Certificates to trust beside those of the system, in PEM. */
  readonly ca?: string;
  /** Milliseconds until the connection must be there. */
  readonly openTimeout?: number;
};

const OPEN_TIMEOUT_MS = 10_000;
/** One event of the service: audio comes in pieces of some kilobytes, what a person said as one text. */
const MAX_EVENT_BYTES = 2 * 1024 * 1024;
/** What waits to be sent: half a minute of speech; a line that slow is no line to speak over. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** Events that have not been taken yet. */
const MAX_EVENTS = 10_000;
/** The client insists on a key; a server on the premises may want none. */
const NO_KEY = 'none';

const component = 'voice-model';

const brokeOff = (): Failure =>
  new Failure(failure('external_api_error', 'The model that is spoken with broke off.', { component }));

/** What came in and was not taken yet, as an async iterable that is read once. */
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
 * A model that is spoken with over OpenAI's Realtime API, through the WebSocket client of the package `openai`. It
 * reconnects to nothing by itself: a session whose context is gone must not go on as if it were there. The text of the
 * service's errors is dropped.
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
              failure('unavailable', 'The model that is spoken with does not take any more.', { component }),
            );
          connection.send(event);
        },
        events: inbox.events,
        close: () => {
          inbox.finish();
          if (socket.readyState === socket.OPEN) connection.close();
          // A service that does not answer the closing is left, too.
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
        // Errors of the service come as events as well; those of the line end with `close`.
        connection.on('error', ({ error }) => {
          if (isOpen || error !== undefined) return;
          fail(
            new Failure(
              failure(
                'unavailable',
                'The model that is spoken with cannot be reached. Look at VOICE_URL, VOICE_MODEL and VOICE_API_KEY.',
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
