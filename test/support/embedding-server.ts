import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashEmbedding } from '../../domain/retrieval/dense/hash-embedding.ts';

type Body = {
  readonly input: readonly string[];
  readonly dimensions?: number;
  readonly [field: string]: unknown;
};
export type ReceivedRequest = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Body;
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
};

/** The fault of one response. */
export type Misbehaviour =
  | {
      readonly do: 'refuse';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
      /** Selects the requests with the fault; all when absent. */
      readonly only?: (texts: readonly string[]) => boolean;
    }
  | { readonly do: 'reset' | 'reset midway' | 'hang' | 'not json' | 'drip without end' }
  | { readonly do: 'delay'; readonly milliseconds: number }
  | { readonly do: 'answer'; readonly change: (data: EmbeddingDatum[]) => unknown };
export type EmbeddingDatum = { index: number; embedding: readonly number[] | string };

/** Vectors that depend only on the text, deliberately not of unit length. */
const vectorOf = (text: string, dimensions: number): readonly number[] => {
  const hashed = hashEmbedding(text);
  return Array.from({ length: dimensions }, (_, index) => 3 * (hashed[index % hashed.length] ?? 0) + 0.001);
};

const base64Of = (vector: readonly number[]): string =>
  Buffer.from(Float32Array.from(vector).buffer).toString('base64');

/**
 * A real HTTP server with OpenAI's embeddings API and scripted faults: `next` has one fault for each coming request,
 * `always` applies when `next` is empty.
 */
export const startEmbeddingServer = async (options: { dimensions?: number; latency?: number } = {}) => {
  const dimensions = options.dimensions ?? 8;
  const received: ReceivedRequest[] = [];
  const next: Misbehaviour[] = [];
  const state: { always?: Misbehaviour; underWay: number; mostUnderWay: number } = {
    underWay: 0,
    mostUnderWay: 0,
  };

  const readBody = async (request: IncomingMessage): Promise<Body> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as Body;
  };
  const sendJson = (response: ServerResponse, value: unknown): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  const answer = (
    body: Body,
    response: ServerResponse,
    change?: (data: EmbeddingDatum[]) => unknown,
  ): void => {
    const size = body.dimensions ?? (body.output_dimension as number | undefined) ?? dimensions;
    const data = body.input.map((text, index): EmbeddingDatum => {
      const vector = vectorOf(text, size);
      return { index, embedding: body.encoding_format === 'base64' ? base64Of(vector) : vector };
    });
    const tokens = body.input.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
    sendJson(response, {
      object: 'list',
      model: body.model,
      data: change ? change(data) : data,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    });
  };

  const respond = async (body: Body, response: ServerResponse): Promise<void> => {
    const misbehaviour = next.shift() ?? state.always;
    if (options.latency) await pause(options.latency);
    switch (misbehaviour?.do) {
      case undefined:
        answer(body, response);
        return;
      case 'refuse':
        if (misbehaviour.only?.(body.input) === false) answer(body, response);
        else response.writeHead(misbehaviour.status, misbehaviour.headers ?? {}).end(misbehaviour.body ?? '');
        return;
      case 'reset':
        response.socket?.resetAndDestroy();
        return;
      case 'reset midway':
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":[');
        await pause(20);
        response.socket?.resetAndDestroy();
        return;
      case 'hang':
        return;
      case 'not json':
        response.writeHead(200).end('<html>A login page</html>');
        return;
      case 'drip without end': {
        response.writeHead(200, { 'content-type': 'application/json' });
        const chunk = ' '.repeat(256 * 1024);
        while (!response.destroyed) {
          response.write(chunk);
          await pause(1);
        }
        return;
      }
      case 'delay':
        await pause(misbehaviour.milliseconds);
        answer(body, response);
        return;
      case 'answer':
        answer(body, response, misbehaviour.change);
    }
  };

  const server = createServer((request, response) => {
    state.underWay += 1;
    state.mostUnderWay = Math.max(state.mostUnderWay, state.underWay);
    response.once('close', () => {
      state.underWay -= 1;
    });
    readBody(request)
      .then((body) => {
        received.push({ path: request.url ?? '', headers: request.headers, body, at: performance.now() });
        return respond(body, response);
      })
      .catch(() => response.destroy());
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    dimensions,
    received,
    next,
    state,
    /** All texts received so far. */
    texts: (): readonly string[] => received.flatMap(({ body }) => body.input),
    /** Stops listening, like a server that is down; `reopen` binds the same port again. */
    close,
    reopen: () => listen(port),
    [Symbol.asyncDispose]: close,
  };
};
export type EmbeddingServer = Awaited<ReturnType<typeof startEmbeddingServer>>;
