import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Post = { readonly headers: IncomingMessage['headers']; readonly body: string };

/** A real HTTP server that receives alerts, and responds with a configurable status. */
export const startWebhookServer = async () => {
  const posts: Post[] = [];
  const state: { status: number | 'hang'; location?: string } = { status: 204 };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    posts.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    if (state.status === 'hang') return;
    response.writeHead(state.status, state.location === undefined ? {} : { location: state.location });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    posts,
    state,
    url: new URL(`http://127.0.0.1:${port}/alerts`),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
