import { afterEach, describe, expect, it } from 'vitest';
import type { Authenticator } from '../../../ports/authenticator.ts';
import { defaultRateLimitSizes, type RateLimitSizes, rateLimitsOf } from '../../../ports/rate-limits.ts';
import { defaultHttpLimits } from '../../../read-api/http-limits.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

let http: HttpFixture;
/** Number of verified tokens. */
let verified: number;
afterEach(() => http[Symbol.asyncDispose]());

const open = async (sizes: Partial<RateLimitSizes> = {}): Promise<void> => {
  verified = 0;
  http = await openHttpApi({
    limits: { rates: rateLimitsOf({ ...defaultRateLimitSizes, ...sizes }) },
    replace: ({ authenticator }) => {
      const counting: Authenticator = {
        authenticate: (token) => {
          verified += 1;
          return authenticator.authenticate(token);
        },
      };
      return { authenticator: counting, trustProxy: true };
    },
  });
};

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const retryAfterOf = ({ headers }: { readonly headers: Headers }): number =>
  Number(headers.get('retry-after'));

describe('wrong tokens', () => {
  it('are refused unchecked once too many came from an address, while others continue', async () => {
    await open({ 'failed-sign-ins': 20 });
    const statuses: number[] = [];
    const attack = async (): Promise<void> => {
      for (let guess = 0; guess < 250; guess += 1) {
        const { status } = await http.get('/api/documents', {
          token: `guess-${statuses.length}`,
          ...from('203.0.113.9'),
        });
        statuses.push(status);
      }
    };
    await Promise.all(Array.from({ length: 8 }, attack));
    expect(statuses).toHaveLength(2000);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2000 - 20 - 8);
    // Concurrent requests may each have been verified.
    expect(verified).toBeLessThanOrEqual(20 + 8);

    const elsewhere = await http.get('/api/documents', from('198.51.100.1'));
    expect(elsewhere.status).toBe(200);
    const metrics = (await http.get('/metrics', from('198.51.100.1'))).text;
    expect(metrics).toMatch(/anamnesis_http_rate_limited_total\{limit="failed-sign-ins"\} 19\d\d/);
  });

  it('learn when to retry, and which limit was reached', async () => {
    await open({ 'failed-sign-ins': 2 });
    const wrong = () => http.get('/api/documents', { token: 'wrong', ...from('203.0.113.9') });
    const first = await wrong();
    expect(first.status).toBe(401);
    // The remaining seconds depend on the duration of the test so far.
    expect(first.headers.get('ratelimit')).toMatch(/^"failed-sign-ins";r=1;t=\d{1,2}$/);
    await wrong();
    const refused = await wrong();
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({
      code: 'rate_limit_exceeded',
      details: { limit: 'failed-sign-ins', points: 2, windowSeconds: 60, remaining: 0 },
    });
    expect(refused.body.error.details.resetSeconds).toBeGreaterThan(0);
    expect(refused.body.error.details.resetSeconds).toBeLessThanOrEqual(60);
    expect(retryAfterOf(refused)).toBeGreaterThan(50);
  });

  it('do not lock out users seen earlier at the same address, only unknown ones', async () => {
    await open({ 'failed-sign-ins': 2 });
    const known = await http.tokenFor('alice', ['clinician']);
    expect((await http.get('/api/documents', { token: known, ...from('203.0.113.9') })).status).toBe(200);
    for (let guess = 0; guess < 5; guess += 1)
      await http.get('/api/documents', { token: `guess-${guess}`, ...from('203.0.113.9') });
    expect((await http.get('/api/documents', { token: known, ...from('203.0.113.9') })).status).toBe(200);
    const unseen = await http.tokenFor('bob', ['clinician']);
    expect((await http.get('/api/documents', { token: unseen, ...from('203.0.113.9') })).status).toBe(429);
    expect((await http.get('/api/documents', { token: unseen, ...from('203.0.113.10') })).status).toBe(200);
  });

  it('count for the network of an IPv6 address, which has more addresses than there are limits', async () => {
    await open({ 'failed-sign-ins': 2 });
    for (const host of ['1', '2', '3'])
      await http.get('/api/documents', { token: 'wrong', ...from(`2001:db8:1:2::${host}`) });
    const next = await http.get('/api/documents', { token: 'wrong', ...from('2001:db8:1:2:9:9:9:9') });
    expect(next.status).toBe(429);
    expect((await http.get('/api/documents', from('2001:db8:1:3::1'))).status).toBe(200);
  });

  it('are distinguished from requests without a token, which have a separate limit', async () => {
    await open({ 'failed-sign-ins': 1, 'without-token': 3 });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1)
      statuses.push((await http.get('/api/documents', { token: null, ...from('203.0.113.9') })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await http.get('/api/documents', from('203.0.113.9'))).status).toBe(200);
    expect((await http.get('/health/live', { token: null, ...from('203.0.113.9') })).status).toBe(200);
  });
});

describe('a user over a limit', () => {
  it('learns the limit and when to continue, while other users and other kinds of requests continue', async () => {
    await open({ searches: 2 });
    const [alice, bob] = [
      await http.tokenFor('alice', ['clinician']),
      await http.tokenFor('bob', ['clinician']),
    ];
    const search = (token: string) => http.post('/api/search', { query: 'epinephrine' }, { token });
    const answers = [await search(alice), await search(alice), await search(alice)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual([
      expect.stringMatching(/^"searches";r=1;t=\d{1,2}$/),
      expect.stringMatching(/^"searches";r=0;t=\d{1,2}$/),
      expect.stringMatching(/^"searches";r=0;t=\d{1,2}$/),
    ]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"searches";q=2;w=60');
    expect(answers[2]?.body).toMatchObject({
      title: 'Too many requests',
      error: { code: 'rate_limit_exceeded', details: { limit: 'searches' } },
    });
    expect((await search(bob)).status).toBe(200);
    expect((await http.get('/api/documents', { token: alice })).headers.get('ratelimit')).toMatch(/^"reads"/);
  });

  it('is limited as the person on whose behalf a service acts', async () => {
    await open({ reads: 1 });
    const acting = (sub: string) => http.tokenFor(sub, ['service'], { act: { sub: 'front-end' } });
    expect((await http.get('/api/documents', { token: await acting('alice') })).status).toBe(200);
    expect((await http.get('/api/documents', { token: await acting('alice') })).status).toBe(429);
    expect((await http.get('/api/documents', { token: await acting('bob') })).status).toBe(200);
  });

  it('has separate counts of questions, commands and uploaded bytes', async () => {
    await open({ questions: 1, commands: 2, uploads: 1000 });
    const ask = () => http.post('/api/commands/AskQuery', { question: 'naloxone dose' });
    expect([(await ask()).status, (await ask()).status]).toEqual([202, 429]);
    const upload = () =>
      http.upload('/api/commands/IngestDocument', { name: 'a.txt', content: 'x'.repeat(800) }, [
        ['sourceType', 'guideline'],
      ]);
    expect((await upload()).status).toBe(202);
    const second = await upload();
    expect([second.status, second.body.error.details.limit]).toEqual([429, 'uploads']);
    expect(retryAfterOf(second)).toBeGreaterThan(3500);
    expect((await upload()).body.error.details.limit).toBe('commands');
  });

  it('counts what only reads as a read, also if its filters are in the body', async () => {
    await open({ commands: 1, reads: 2 });
    await http.post('/api/commands/ChangePreferences', { citationStyle: 'AMA' });
    for (const path of ['/api/documents', '/api/audit/entries'])
      expect((await http.post(path, {})).headers.get('ratelimit')).toMatch(/^"reads";/);
    expect((await http.post('/api/documents', {})).body.error.details.limit).toBe('reads');
  });

  it('can cancel a question, and read and change preferences, at the limit of questions', async () => {
    await open({ questions: 1 });
    const { body } = await http.post('/api/commands/AskQuery', { question: 'naloxone dose' });
    const { queryId } = body.data;
    const reply = await http.post('/api/commands/AnswerClarification', { queryId, option: '1' });
    expect(reply.body.error.details.limit).toBe('questions');
    const answers = [
      await http.post('/api/commands/CancelQuery', { queryId }),
      await http.post('/api/commands/ChangePreferences', { citationStyle: 'AMA' }),
      await http.get('/api/preferences'),
    ];
    expect(answers.map(({ status }) => status)).not.toContain(429);
    expect(answers.map(({ headers }) => headers.get('ratelimit')?.split(';')[0])).toEqual([
      '"commands"',
      '"commands"',
      '"reads"',
    ]);
  });

  it('continues when the limits cannot be counted', async () => {
    http = await openHttpApi({
      replace: () => ({
        rateLimiter: {
          take: () => Promise.reject(new Error('no counts')),
          peek: () => Promise.reject(new Error('no counts')),
        },
      }),
    });
    expect((await http.get('/api/documents')).status).toBe(200);
    expect((await http.get('/api/documents', { token: 'wrong' })).status).toBe(401);
    expect(http.logLines.join('')).toContain('A rate limit could not be checked.');
  });

  it("has default limits that do not hinder the program's own command line", () => {
    // A folder of 2,000 files with a request for each job, and 50 people who ask twice a minute through one service.
    expect(defaultHttpLimits.rates.commands?.points).toBeGreaterThan(2000);
    expect(defaultHttpLimits.rates.reads?.points).toBeGreaterThan(2000);
    expect(defaultHttpLimits.rates.questions?.points).toBeGreaterThan(100);
  });
});
