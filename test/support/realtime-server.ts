import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Json = Readonly<Record<string, unknown>>;

/** A session opened by a client. */
export type ScriptedSession = {
  /** The path and query of the connection, and its key. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly received: readonly Json[];
  /** Resolves with the events of a type once the given number has arrived. */
  readonly waitFor: (type: string, count?: number) => Promise<readonly Json[]>;
  readonly say: (...events: readonly Json[]) => void;
  /** Sends text that is not an event. */
  readonly sayRaw: (text: string) => void;
  readonly close: (code?: number) => void;
  readonly closed: Promise<void>;
};

const sessionOf = (socket: WebSocket, url: string, authorization: string | undefined): ScriptedSession => {
  const received: Json[] = [];
  const waiting = new Set<() => void>();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    for (const look of waiting) look();
  });
  return {
    url,
    authorization,
    received,
    waitFor: (type, count = 1) =>
      new Promise((resolve) => {
        const look = (): void => {
          const events = received.filter((event) => event.type === type);
          if (events.length < count) return;
          waiting.delete(look);
          resolve(events);
        };
        waiting.add(look);
        look();
      }),
    say: (...events) => {
      for (const event of events) socket.send(JSON.stringify(event));
    },
    sayRaw: (text) => socket.send(text),
    close: (code = 1000) => socket.close(code),
    closed,
  };
};

/**
 * A real server with OpenAI's Realtime API (general availability) over TLS and scripted events. Like the service, it
 * rejects a session without a key, and a `session.update` without a `session.type`.
 */
export const startRealtimeServer = async ({ port = 0 }: { readonly port?: number } = {}) => {
  const folder = new URL('./tls/', import.meta.url);
  const cert = await readFile(new URL('localhost.crt', folder), 'utf8');
  const key = await readFile(new URL('localhost.key', folder), 'utf8');
  const https = createServer({ cert, key });
  const server = new WebSocketServer({ noServer: true });
  const sessions: ScriptedSession[] = [];
  const waiting: ((session: ScriptedSession) => void)[] = [];
  const state = { refuseWith: undefined as number | undefined, isSilent: false };
  https.on('upgrade', (request, socket, head) => {
    const { authorization } = request.headers;
    const refused = state.refuseWith ?? (authorization?.startsWith('Bearer ') ? undefined : 401);
    if (refused !== undefined) {
      socket.end(`HTTP/1.1 ${refused} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    if (state.isSilent) return;
    server.handleUpgrade(request, socket, head, (opened) => {
      const session = sessionOf(opened, request.url ?? '', authorization);
      opened.on('message', (data) => {
        const event: Json = JSON.parse(String(data));
        if (event.type !== 'session.update') return;
        const { session: wanted } = event as { session?: Json };
        session.say(
          wanted?.type === 'realtime'
            ? { type: 'session.updated', session: wanted }
            : {
                type: 'error',
                error: {
                  type: 'invalid_request_error',
                  code: 'missing_required_parameter',
                  message: 'Missing required parameter: session.type',
                },
              },
        );
      });
      session.say({ type: 'session.created', session: { id: 'sess_1', type: 'realtime' } });
      sessions.push(session);
      waiting.shift()?.(session);
    });
  });
  await new Promise<void>((resolve) => https.listen(port, '127.0.0.1', resolve));
  const { port: taken } = https.address() as AddressInfo;
  return {
    url: new URL(`https://localhost:${taken}/v1`),
    ca: cert,
    sessions,
    state,
    /** The next session opened from now on. */
    next: () => new Promise<ScriptedSession>((resolve) => waiting.push(resolve)),
    close: async () => {
      for (const client of server.clients) client.terminate();
      https.closeAllConnections();
      await new Promise<void>((resolve) => {
        https.close(() => resolve());
      });
    },
  };
};
