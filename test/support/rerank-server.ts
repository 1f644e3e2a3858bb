import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Body = { readonly query: string; readonly [field: string]: unknown };
export type RerankCall = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Body;
};

/** The response to a request, or silence. */
export type RerankReply = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly text: string;
};

/** A real HTTP server as a reranking service. `reply` determines the response to each request. */
export const startRerankServer = async (
  reply: (call: RerankCall) => RerankReply | 'hang' | Promise<RerankReply | 'hang'>,
) => {
  const calls: RerankCall[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const call = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(parts).toString()) as Body,
    };
    calls.push(call);
    const answer = await reply(call);
    if (answer === 'hang') return;
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    calls,
    url: new URL(`http://127.0.0.1:${port}/v2/rerank`),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
export type RerankServer = Awaited<ReturnType<typeof startRerankServer>>;

/** The number of query words in a text: a simple ranking that a test can predict. */
export const sharedWords = (query: string, text: string): number => {
  const words = query.toLowerCase().split(/\W+/);
  return words.filter((word) => text.toLowerCase().includes(word)).length / words.length;
};

const textsOf = ({ body }: RerankCall): readonly string[] =>
  (body.documents ?? body.texts) as readonly string[];

/** Behaves like Cohere, best first. */
export const fakeCohere = (call: RerankCall): RerankReply => ({
  text: JSON.stringify({
    id: 'x',
    results: textsOf(call)
      .map((text, index) => ({ index, relevance_score: sharedWords(call.body.query, text) }))
      .sort((one, other) => other.relevance_score - one.relevance_score),
  }),
});

/** Behaves like Text Embeddings Inference, best first. */
export const fakeTei = (call: RerankCall): RerankReply => ({
  text: JSON.stringify(
    textsOf(call)
      .map((text, index) => ({ index, score: sharedWords(call.body.query, text) }))
      .sort((one, other) => other.score - one.score),
  ),
});
