import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Failure, type FailureReason } from '../../../../../domain/kernel/failure.ts';
import {
  type EmbeddingService,
  openaiService,
  serviceAt,
} from '../../../../../infra/models/embedding/embedding-models.ts';
import {
  createOpenAiCompatibleEmbedder,
  type RequestPolicy,
} from '../../../../../infra/models/embedding/openai-compatible-embedder.ts';
import { countCl100kTokens } from '../../../../../infra/reading/text-extraction/token-counter.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import type { Metrics } from '../../../../../ports/metrics.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../../../support/embedding-server.ts';

const secretText = 'Jane Roe, MRN 1234567, has chest pain';
const apiKey = 'sk-very-secret-key';

/** The production policy with shorter pauses; a response may take as long as a busy machine needs. */
const quick: RequestPolicy = {
  attempts: 4,
  firstPause: 10,
  maxPause: 50,
  timeout: 60_000,
  maxRetryAfter: 2000,
};
/** For a silent endpoint: long enough for a response that does arrive. */
const impatient: RequestPolicy = { ...quick, timeout: 2000 };
const voyage = serviceAt(new URL('https://api.voyageai.com/v1'));

let server: EmbeddingServer;
beforeEach(async () => {
  server = await startEmbeddingServer({ dimensions: 8 });
});
afterEach(() => server.close());

const create = (
  options: {
    service?: EmbeddingService;
    model?: string;
    dimensions?: number;
    batchSize?: number;
    usdPerMillionTokens?: number;
    policy?: RequestPolicy;
    metrics?: Metrics;
    baseUrl?: string;
    leavesThePremises?: boolean;
  } = {},
) => {
  const { policy = quick, ...rest } = options;
  const baseUrl = new URL(options.baseUrl ?? server.baseUrl);
  return createOpenAiCompatibleEmbedder({
    service: serviceAt(baseUrl),
    model: 'a-model',
    dimensions: 8,
    apiKey,
    leavesThePremises: false,
    countTokens: countCl100kTokens,
    metrics: silentMetrics,
    health: unwatchedComponents,
    passages: policy,
    queries: { ...policy, attempts: 2 },
    ...rest,
    baseUrl,
  });
};

const reasonOf = async (work: Promise<unknown>): Promise<FailureReason> => {
  const error: unknown = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof Failure)) throw new Error(`Not a Failure: ${String(error)}`);
  const message = `${JSON.stringify(error.reason)} ${error.stack}`;
  for (const secret of [apiKey, 'Jane', '1234567', 'chest pain']) expect(message).not.toContain(secret);
  expect(error.reason.message).toMatch(/^[A-Z].+\.$/);
  return error.reason;
};

describe('a request to an endpoint', () => {
  it('contains the model, the texts and the key, and no vendor-specific member', async () => {
    await create().embedPassages(['one', 'two']);
    const [request] = server.received;
    expect(request?.path).toBe('/v1/embeddings');
    expect(request?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(request?.body).toEqual({ model: 'a-model', input: ['one', 'two'] });
  });

  it('keeps the path and query of the address, with or without a trailing slash', async () => {
    await create({ baseUrl: `${server.baseUrl}/?api-version=1` }).embedQuery('one');
    expect(server.received[0]?.path).toBe('/v1/embeddings?api-version=1');
  });

  it('asks OpenAI for fewer dimensions only when fewer are configured', async () => {
    const model = 'text-embedding-3-large';
    const small = create({ service: openaiService, model, dimensions: 256 });
    const { vectors } = await small.embedPassages(['one']);
    expect(vectors[0]).toHaveLength(256);
    expect(small.model.name).toBe('text-embedding-3-large@256');
    expect(server.received[0]?.body).toMatchObject({ dimensions: 256, encoding_format: 'base64' });

    server.next.push({
      do: 'answer',
      change: () => [{ index: 0, embedding: Array.from({ length: 3072 }, () => 0.1) }],
    });
    const whole = create({ service: openaiService, model, dimensions: 3072 });
    await whole.embedPassages(['one']);
    expect(whole.model.name).toBe(model);
    expect(server.received[1]?.body).not.toHaveProperty('dimensions');
  });

  it("marks Voyage questions and passages in Voyage's own terms", async () => {
    const embedder = create({ service: voyage, model: 'voyage-3-large', dimensions: 512 });
    await embedder.embedPassages(['one']);
    await embedder.embedQuery('two');
    expect(server.received.map(({ body }) => [body.input_type, body.output_dimension])).toEqual([
      ['document', 512],
      ['query', 512],
    ]);
  });

  it.each([
    ['OpenAI', openaiService, 100],
    ['Voyage', voyage, 128],
    ['others', serviceAt(new URL('https://example.com')), 32],
  ])('splits 300 texts within the limits of %s', async (_, service, batch) => {
    const { vectors } = await create({ service }).embedPassages(
      Array.from({ length: 300 }, (_value, index) => `text ${index}`),
    );
    expect(vectors).toHaveLength(300);
    const sizes = server.received.map(({ body }) => body.input.length).toSorted((a, b) => b - a);
    expect(Math.max(...sizes)).toBe(batch);
    expect(sizes).toHaveLength(Math.ceil(300 / batch));
  });

  it('stays below the token limit of the service', async () => {
    const text = 'epinephrine '.repeat(600);
    await create({ service: voyage }).embedPassages(Array.from({ length: 128 }, () => text));
    expect(server.received.length).toBeGreaterThan(1);
    for (const { body } of server.received) {
      const tokens = body.input.reduce((sum, part) => sum + countCl100kTokens(part), 0);
      expect(tokens).toBeLessThanOrEqual(90_000);
    }
  });

  it('is one of at most four, and a question overtakes', async () => {
    server.state.always = { do: 'delay', milliseconds: 60 };
    const embedder = create({ batchSize: 1 });
    const many = embedder.embedPassages(Array.from({ length: 24 }, (_, index) => `text ${index}`));
    await expect.poll(() => server.received.length).toBeGreaterThanOrEqual(4);
    expect(server.state.mostUnderWay).toBe(4);
    await embedder.embedQuery('a question');
    const place = server.received.findIndex(({ body }) => body.input[0] === 'a question');
    expect(place).toBeLessThan(16);
    const { vectors } = await many;
    expect(vectors).toHaveLength(24);
    expect(server.state.mostUnderWay).toBeLessThanOrEqual(5);
  });
});

describe('an endpoint that fails temporarily', () => {
  it.each([
    ['an overload', { do: 'refuse', status: 503 }],
    ['a server error', { do: 'refuse', status: 500, body: secretText }],
    ['a rate limit', { do: 'refuse', status: 429 }],
    ['a reset', { do: 'reset' }],
    ['a reset in the middle of the response', { do: 'reset midway' }],
    ['silence', { do: 'hang' }],
  ] as const)('is retried after %s', async (_, misbehaviour) => {
    server.next.push(misbehaviour, misbehaviour);
    const { vectors } = await create({ policy: impatient }).embedPassages([secretText]);
    expect(vectors).toHaveLength(1);
    expect(server.received).toHaveLength(3);
  });

  it('is retried with growing pauses', async () => {
    const refuse = { do: 'refuse', status: 503 } as const;
    server.next.push(refuse, refuse, refuse);
    await create({ policy: { ...quick, firstPause: 40, maxPause: 1000 } }).embedPassages(['one']);
    const times = server.received.map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    for (const [index, least] of [40, 80, 160].entries())
      expect(pauses[index]).toBeGreaterThanOrEqual(least - 5);
  });

  it.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2000).toUTCString()],
  ])('is left alone for the Retry-After given in %s', async (_, header) => {
    server.next.push({ do: 'refuse', status: 429, headers: { 'retry-after': header() } });
    await create({ policy: { ...quick, maxRetryAfter: 3000 } }).embedPassages(['one']);
    const [first, second] = server.received;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(900);
  });

  it('is not awaited when it asks for a longer pause than the deadline allows', async () => {
    server.next.push({ do: 'refuse', status: 429, headers: { 'retry-after': '3600' } });
    const reason = await reasonOf(create().embedPassages([secretText]));
    expect(reason).toMatchObject({ code: 'rate_limit_exceeded', retryAfter: 3600 });
    expect(server.received).toHaveLength(1);
  });

  it('repeats only the failed request', async () => {
    server.next.push({ do: 'refuse', status: 500 });
    const { vectors } = await create({ batchSize: 2 }).embedPassages(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(vectors).toHaveLength(6);
    expect(server.received).toHaveLength(4);
  });
});

describe('an endpoint that keeps failing', () => {
  it.each([
    ['external_api_error', 4, { do: 'refuse', status: 502, body: secretText }],
    ['rate_limit_exceeded', 4, { do: 'refuse', status: 429, body: secretText }],
    ['external_api_error', 4, { do: 'reset' }],
    ['timeout', 4, { do: 'hang' }],
    ['external_api_error', 1, { do: 'refuse', status: 400, body: secretText }],
    ['external_api_error', 1, { do: 'refuse', status: 401, body: `{"error":{"message":"${apiKey}"}}` }],
    ['external_api_error', 1, { do: 'refuse', status: 404 }],
    [
      'rate_limit_exceeded',
      1,
      { do: 'refuse', status: 429, body: '{"error":{"code":"insufficient_quota","message":"Jane"}}' },
    ],
    ['external_api_error', 1, { do: 'not json' }],
  ] as const)('ends as %s after %i requests: %o', async (code, requests, misbehaviour) => {
    server.state.always = misbehaviour;
    const policy = misbehaviour.do === 'hang' ? impatient : quick;
    const reason = await reasonOf(create({ policy }).embedPassages([secretText]));
    expect(reason).toMatchObject({ code, component: 'embedding' });
    expect(server.received).toHaveLength(requests);
  });

  it('is rejected when it returns other vectors than requested', async () => {
    const wrong: readonly ((data: { index: number; embedding: unknown }[]) => unknown)[] = [
      (data) => data.slice(1),
      (data) => [...data, ...data],
      (data) => data.map((datum) => ({ ...datum, index: 0 })),
      (data) => data.map((datum) => ({ ...datum, index: datum.index + 1 })),
      (data) => data.map((datum) => ({ ...datum, embedding: [1, 2, 3] })),
      (data) => data.map((datum) => ({ ...datum, embedding: 'AAAA' })),
      (data) => data.map((datum) => ({ ...datum, embedding: Array.from({ length: 8 }, () => 0) })),
      (data) => data.map((datum) => ({ ...datum, embedding: [null, 1, 1, 1, 1, 1, 1, 1] })),
      () => ({ nothing: true }),
    ];
    for (const change of wrong) {
      server.next.push({ do: 'answer', change });
      const reason = await reasonOf(create().embedPassages([secretText, 'two']));
      expect(reason.code).toBe('external_api_error');
      expect(reason.message).toContain('cannot be used');
    }
  });

  it('cannot exhaust memory with an endless response', async () => {
    server.state.always = { do: 'drip without end' };
    const reason = await reasonOf(create().embedPassages([secretText]));
    expect(reason.message).toContain('too large');
  });

  it('cannot redirect the texts elsewhere', async () => {
    await using elsewhere = await startEmbeddingServer();
    server.state.always = {
      do: 'refuse',
      status: 307,
      headers: { location: `${elsewhere.baseUrl}/embeddings` },
    };
    await reasonOf(create().embedPassages([secretText]));
    expect(elsewhere.received).toHaveLength(0);
  });

  it('receives no further requests, which would only cost money', async () => {
    server.next.push({ do: 'refuse', status: 400 });
    server.state.always = { do: 'delay', milliseconds: 30 };
    await reasonOf(create({ batchSize: 1 }).embedPassages(Array.from({ length: 40 }, () => secretText)));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(server.received.length).toBeLessThan(12);
  });

  it('may answer its pending requests: each answer is reported, with its price', async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
    server.state.always = { do: 'refuse', status: 400, only: (asked) => asked.includes('text 3') };
    const vectors = new Map<string, Float32Array | undefined>();
    let cost = 0;
    const embedder = create({ batchSize: 2, usdPerMillionTokens: 1000 });
    const work = embedder.embedPassages(texts, {
      onPart: (part) => {
        for (const [index, text] of part.texts.entries()) vectors.set(text, part.vectors[index]);
        cost += part.costUsd ?? 0;
      },
    });
    await reasonOf(work);
    expect([...vectors.keys()].sort()).toEqual(texts.filter((text) => !/[23]/.test(text)));
    expect(cost).toBeCloseTo(vectors.size * 2 * 0.001, 9);
    for (const [text, vector] of vectors) {
      const alone = await embedder.embedPassages([text]);
      expect(alone.vectors[0]).toEqual(vector);
    }
  });

  it('counts as a failed connection when nothing listens', async () => {
    await server.close();
    const reason = await reasonOf(create().embedPassages([secretText]));
    expect(reason).toMatchObject({
      code: 'external_api_error',
      details: { retryable: true, cause: 'ECONNREFUSED' },
    });
  });

  it('is skipped by questions after five failed requests, while passages still try', async () => {
    const embedder = create();
    server.state.always = { do: 'refuse', status: 503 };
    for (let times = 0; times < 3; times += 1) await reasonOf(embedder.embedQuery(secretText));
    expect(server.received).toHaveLength(5);
    const reason = await reasonOf(embedder.embedQuery(secretText));
    expect(reason).toMatchObject({ code: 'unavailable', retryAfter: 60 });
    expect(server.received).toHaveLength(5);
    delete server.state.always;
    expect((await embedder.embedPassages(['one'])).vectors).toHaveLength(1);
  });

  it('is released immediately when the work is cancelled', async () => {
    server.state.always = { do: 'hang' };
    const stop = new AbortController();
    const work = create().embedPassages(['one'], {
      signal: stop.signal,
    });
    await expect.poll(() => server.received.length).toBe(1);
    stop.abort();
    // The endpoint hangs forever: only cancellation ends this before the request's minute is over.
    await expect(work).rejects.toThrow(/abort/i);
    await expect.poll(() => server.state.underWay).toBe(0);
    expect(server.received).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('is ordered by its indices', async () => {
    const texts = ['seizure', 'burn', 'fracture'];
    const expected = await create().embedPassages(texts);
    server.next.push({ do: 'answer', change: (data) => data.toReversed() });
    expect((await create().embedPassages(texts)).vectors).toEqual(expected.vectors);
  });

  it('follows the order of the texts when it has no indices', async () => {
    const texts = ['seizure', 'burn'];
    const expected = await create().embedPassages(texts);
    server.next.push({ do: 'answer', change: (data) => data.map(({ embedding }) => ({ embedding })) });
    expect((await create().embedPassages(texts)).vectors).toEqual(expected.vectors);
  });

  it('is the same as base64 and as a list of numbers', async () => {
    const lists = await create().embedPassages(['seizure']);
    const base64 = await create({ service: openaiService, model: 'unknown' }).embedPassages(['seizure']);
    for (const [index, value] of (lists.vectors[0] ?? []).entries())
      expect(base64.vectors[0]?.[index]).toBeCloseTo(value, 6);
  });

  it("costs what the service counted, at 0.13 dollars per million tokens for OpenAI's large model", async () => {
    const counted: Record<string, number> = {};
    const metrics: Metrics = {
      ...silentMetrics,
      count: (name, _labels, by = 1) => {
        counted[name] = (counted[name] ?? 0) + by;
      },
    };
    const model = 'text-embedding-3-large';
    const embedder = create({ service: openaiService, model, dimensions: 8, metrics });
    const texts = Array.from({ length: 250 }, () => 'four words of text');
    const { tokens, costUsd } = await embedder.embedPassages(texts);
    expect(tokens).toBe(1000);
    expect(costUsd).toBeCloseTo(0.00013, 10);
    expect(counted.anamnesis_embedding_tokens_total).toBe(1000);
    expect(counted.anamnesis_embedding_cost_usd_total).toBeCloseTo(0.00013, 10);
  });

  it('costs an unknown amount without a price, nothing on this machine, or the configured price', async () => {
    const counted: string[] = [];
    const metrics: Metrics = { ...silentMetrics, count: (name) => counted.push(name) };
    expect(
      (await create({ metrics, leavesThePremises: true }).embedPassages(['two words'])).costUsd,
    ).toBeNull();
    expect(counted).toEqual(['anamnesis_embedding_tokens_total']);
    expect((await create().embedPassages([])).costUsd).toBe(0);
    expect((await create({ leavesThePremises: false }).embedPassages(['two words'])).costUsd).toBe(0);
    expect((await create({ usdPerMillionTokens: 50 }).embedPassages(['two words'])).costUsd).toBe(0.0001);
  });
});
