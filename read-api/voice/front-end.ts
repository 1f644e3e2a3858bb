import type { RawData, WebSocket } from 'ws';

/** The interval of pings in milliseconds; one without a reply before the next ends the connection. */
const PING_EVERY_MS = 30_000;
/** Bytes queued for a front end: two minutes of audio. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** The most unprocessed messages, each a tenth of a second of speech. */
const MAX_MESSAGES = 1000;
/** A front end's rate limit: four times the rate of speech (24 kHz PCM in base64), with bursts of five seconds. */
const BYTES_PER_SECOND = 256 * 1024;
const BURST_BYTES = 4 * BYTES_PER_SECOND;

/** Close codes of RFC 6455, 7.4.1. */
export const closeCodes = {
  left: 1000,
  time_limit: 1000,
  idle: 1000,
  server_stopping: 1001,
  token_ended: 1008,
  too_much: 1008,
  model_failed: 1011,
} as const;

/** The person's side of a voice session. */
export type FrontEnd = {
  /** The messages as text, in order, until the front end disconnects. Read it only once. */
  readonly messages: AsyncIterable<string>;
  readonly send: (message: object) => void;
  readonly close: (code: number) => void;
};

const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)).toString('utf8');

/** @param onTooMuch called when the front end sends faster, or reads slower, than a voice session requires */
export const frontEndOf = (socket: WebSocket, elapsed: () => number, onTooMuch: () => void): FrontEnd => {
  const waiting: string[] = [];
  let isOver = false;
  let wake = (): void => {};
  let allowance = BURST_BYTES;
  let allowedAt = elapsed();

  socket.on('message', (data, isBinary) => {
    const now = elapsed();
    allowance = Math.min(BURST_BYTES, allowance + ((now - allowedAt) / 1000) * BYTES_PER_SECOND);
    allowedAt = now;
    const text = isBinary ? '' : textOf(data);
    allowance -= Math.max(text.length, 256);
    if (allowance < 0 || waiting.length >= MAX_MESSAGES) onTooMuch();
    else {
      waiting.push(text);
      wake();
    }
  });
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_EVERY_MS);
  const end = (): void => {
    isOver = true;
    clearInterval(heartbeat);
    wake();
  };
  socket.once('close', end);
  // Followed by `close`: the frames were too large or malformed.
  socket.on('error', () => {});

  return {
    messages: (async function* () {
      for (;;) {
        const message = waiting.shift();
        if (message !== undefined) yield message;
        else if (isOver) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    })(),
    send: (message) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MAX_WAITING_BYTES) onTooMuch();
      else socket.send(JSON.stringify(message));
    },
    close: (code) => {
      end();
      socket.close(code);
      setTimeout(() => socket.terminate(), 2000).unref();
    },
  };
};
