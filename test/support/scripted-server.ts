import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export type ScriptedCall = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The query string, and the fields of a form. */
  readonly fields: Readonly<Record<string, string>>;
  /** The whole body. */
  readonly text: string;
};

/** The response to a request. */
export type ScriptedReply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly text: string }
  /** No response, and the connection stays open. */
  | 'hang'
  /** The connection is closed without a response. */
  | 'reset'
  /** The head of a response that announces more than is sent. */
  | { readonly cut: string }
  /** Endless bytes, until the client disconnects. */
  | 'endless';

const readText = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

const endless = (response: ServerResponse): void => {
  const part = Buffer.alloc(64 * 1024, 'x');
  const write = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', write);
  write();
};

/** A real HTTP server in place of an outside service. `reply` determines the response to each request. */
export const startScriptedServer = async (
  reply: (call: ScriptedCall) => ScriptedReply | Promise<ScriptedReply>,
) => {
  const calls: ScriptedCall[] = [];
  const server = createServer(async (request, response) => {
    const text = await readText(request).catch(() => undefined);
    if (text === undefined) return;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    const call: ScriptedCall = {
      method: request.method ?? '',
      path: pathname,
      headers: request.headers,
      fields: Object.fromEntries(isForm ? new URLSearchParams(text) : searchParams),
      text,
    };
    calls.push(call);
    const answer = await reply(call);
    if (answer === 'hang') return;
    if (answer === 'reset') {
      request.socket.destroy();
      return;
    }
    if (answer === 'endless') {
      response.writeHead(200, { 'content-type': 'text/plain' });
      endless(response);
      return;
    }
    if ('cut' in answer) {
      response.writeHead(200, { 'content-length': String(Buffer.byteLength(answer.cut) + 1000) });
      response.write(answer.cut, () => request.socket.destroy());
      return;
    }
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/plain', ...answer.headers });
    response.end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    calls,
    url: new URL(`http://127.0.0.1:${port}/`),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
