import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Found = {
  readonly entity_type: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
};
type Analyze = {
  readonly text: string;
  readonly language: string;
  readonly score_threshold: number;
  readonly entities: readonly string[];
};

/**
 * A server with the API of the Presidio analyzer: `POST /analyze`, offsets in code points, and 500 with `{error}` for a
 * request that it cannot handle. `words` are the texts it recognizes, with their entities.
 */
export const startPresidioServer = async (words: Readonly<Record<string, string>>) => {
  const asked: Analyze[] = [];
  let mode: 'answers' | 'fails' | 'hangs' | 'garbage' | 'strange' | 'flood' | 'elsewhere' | 'points beyond' =
    'answers';
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const body = JSON.parse(await text(request)) as Analyze;
    asked.push(body);
    if (request.method !== 'POST' || request.url !== '/analyze') return send(404, { error: 'Not Found' });
    if (mode === 'hangs') return;
    if (mode === 'garbage') return send(200, { results: [] });
    if (mode === 'points beyond')
      return send(200, [{ entity_type: 'PERSON', start: 9000, end: 9005, score: 1 }]);
    const strange = { entity_type: 'constructor', start: 0, end: 3, score: 1 };
    if (mode === 'strange') return send(200, [strange]);
    if (mode === 'flood')
      return send(
        200,
        Array.from({ length: 20_000 }, () => ({ ...strange, entity_type: 'PERSON' })),
      );
    if (mode === 'elsewhere') {
      response.writeHead(307, { location: '/analyze' }).end();
      return;
    }
    if (mode === 'fails') return send(500, { error: 'An engine is away.' });
    if (!body.text) return send(500, { error: 'No text provided' });
    if (body.language !== 'en') return send(500, { error: 'No matching recognizers were found' });
    const found = Object.entries(words).flatMap(([word, entity_type]): readonly Found[] => {
      const at = body.text.indexOf(word);
      const start = Array.from(body.text.slice(0, Math.max(0, at))).length;
      const score = 0.85;
      const isAsked = body.entities.includes(entity_type) && score >= body.score_threshold;
      return at < 0 || !isAsked ? [] : [{ entity_type, start, end: start + Array.from(word).length, score }];
    });
    send(
      200,
      found.map((result) => ({ ...result, analysis_explanation: null })),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    asked,
    behave: (next: typeof mode): void => {
      mode = next;
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
