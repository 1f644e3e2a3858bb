import { createServer, type IncomingMessage, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export type QdrantRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
};

/** The fate of a request: it is forwarded, refused, left unanswered, or its connection is broken. */
export type ProxyVerdict =
  | 'pass'
  | 'hang'
  | 'reset'
  | { readonly status: number; readonly headers?: Record<string, string> };

const bodyOf = (content: Buffer): Record<string, unknown> =>
  content.length === 0 ? {} : (JSON.parse(content.toString()) as Record<string, unknown>);

/**
 * A proxy in front of Qdrant that a test can observe, disturb and cut. `judge` decides about each request before it is
 * forwarded; `stop` and `start` close and reopen the address.
 */
export const startQdrantProxy = async (target: string) => {
  const requests: QdrantRequest[] = [];
  const state: { judge: (request: QdrantRequest) => ProxyVerdict | Promise<ProxyVerdict> } = {
    judge: () => 'pass',
  };
  let server: Server | undefined;
  let port = 0;

  const start = async (): Promise<void> => {
    const starting = createServer(async (incoming, outgoing) => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      const content = Buffer.concat(parts);
      const seen: QdrantRequest = {
        method: incoming.method ?? '',
        path: (incoming.url ?? '').split('?')[0] ?? '',
        headers: incoming.headers,
        body: bodyOf(content),
      };
      requests.push(seen);
      const verdict = await state.judge(seen);
      if (verdict === 'hang') return;
      if (verdict === 'reset') {
        incoming.socket.destroy();
        return;
      }
      if (verdict !== 'pass') {
        outgoing.writeHead(verdict.status, { 'content-type': 'application/json', ...verdict.headers });
        outgoing.end(JSON.stringify({ status: { error: 'as the test wants it' }, time: 0 }));
        return;
      }
      const onward = send(
        new URL(incoming.url ?? '/', target),
        { method: incoming.method, headers: { ...incoming.headers, host: new URL(target).host } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      onward.on('error', () => incoming.socket.destroy());
      onward.end(content);
    });
    await new Promise<void>((resolve) => starting.listen(port, '127.0.0.1', resolve));
    port = (starting.address() as AddressInfo).port;
    server = starting;
  };

  const stop = async (): Promise<void> => {
    const stopping = server;
    server = undefined;
    if (!stopping) return;
    await new Promise<void>((resolve) => {
      stopping.close(() => resolve());
      stopping.closeAllConnections();
    });
  };

  await start();
  return { url: `http://127.0.0.1:${port}`, requests, state, start, stop };
};
export type QdrantProxy = Awaited<ReturnType<typeof startQdrantProxy>>;
