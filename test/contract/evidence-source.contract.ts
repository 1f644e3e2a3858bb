import { describe, expect, test } from 'vitest';
import { evidenceSchema } from '../../domain/consultation/sources/evidence.ts';
import type { EvidenceQuery } from '../../domain/consultation/sources/evidence-query.ts';
import { Failure, type FailureCode } from '../../domain/kernel/failure.ts';
import type { EvidenceSource } from '../../ports/evidence-source.ts';
import { type ScriptedCall, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

/** The replies of a service; `usual` answers in its own format about naloxone, and finds nothing for anything else. */
type Behaviour = (call: ScriptedCall) => ScriptedReply;

type Subject = {
  /** Makes the adapter for a service whose address counts as external. */
  readonly make: (url: URL) => EvidenceSource;
  readonly usual: Behaviour;
  /** An answer of another service, or no valid answer. */
  readonly garbage: string;
  /** An answer in the service's format with texts as long and odd as possible. */
  readonly hostile: Behaviour;
};

export const naloxone: EvidenceQuery = {
  terms: { drugs: ['naloxone'], conditions: [], procedures: [], words: [] },
  intent: 'drug_info',
};

const about = (drug: string): EvidenceQuery => ({
  ...naloxone,
  terms: { ...naloxone.terms, drugs: [drug] },
});

/** The contract of every evidence source. */
export const describeEvidenceSource = (name: string, { make, usual, garbage, hostile }: Subject): void => {
  const served = async <T>(
    reply: Behaviour,
    use: (source: EvidenceSource, server: Awaited<ReturnType<typeof startScriptedServer>>) => Promise<T>,
  ): Promise<T> => {
    const server = await startScriptedServer(reply);
    try {
      return await use(make(server.url), server);
    } finally {
      await server.close();
    }
  };
  const never = new AbortController().signal;
  const ask = (source: EvidenceSource, query = naloxone, signal = never, limit = 10) =>
    source.search({ ...query, limit, signal });
  const failureOf = async (reply: Behaviour, signal = never): Promise<Failure> =>
    served(reply, async (source) => {
      const error: unknown = await ask(source, naloxone, signal).catch((reason: unknown) => reason);
      if (!(error instanceof Failure)) throw new Error('The source did not reject with a Failure.');
      return error;
    });

  describe(`evidence source: ${name}`, () => {
    test('finds evidence within the limits of its schema, and at most the requested number', async () => {
      await served(usual, async (source) => {
        const evidence = await ask(source);
        expect(evidence.length).toBeGreaterThan(1);
        for (const piece of evidence) expect(evidenceSchema.parse(piece)).toEqual(piece);
        expect(new Set(evidence.map(({ source: from }) => from))).toEqual(new Set([source.name]));
        expect(await ask(source, naloxone, never, 1)).toHaveLength(1);
      });
    });

    test('returns an empty list when the service finds nothing', async () => {
      await served(usual, async (source) => {
        expect(await ask(source, about('dilithium'))).toEqual([]);
      });
    });

    test.each<readonly [string, ScriptedReply, FailureCode]>([
      [
        'too many requests',
        { status: 429, headers: { 'retry-after': '7' }, text: '{}' },
        'rate_limit_exceeded',
      ],
      ['a server error', { status: 500, text: '<html>oops</html>' }, 'unavailable'],
      ['an unavailable service', { status: 503, text: '' }, 'unavailable'],
      ['a refused key', { status: 403, text: '{}' }, 'external_api_error'],
      ['a closed connection', 'reset', 'unavailable'],
      ['an answer without an end', 'endless', 'external_api_error'],
      ['an answer that breaks off', { cut: '{"esearch' }, 'unavailable'],
      ['an answer in another format', { text: garbage }, 'external_api_error'],
      ['an empty answer', { text: '' }, 'external_api_error'],
      [
        'a redirect to another machine',
        { status: 302, headers: { location: 'http://127.0.0.1:9/' }, text: '' },
        'unavailable',
      ],
    ])('maps %s to a typed failure without the question or the address', async (_, reply, code) => {
      const { reason } = await failureOf(() => reply);
      expect(reason.code).toBe(code);
      expect(reason.message).not.toContain('naloxone');
      expect(reason.message).not.toContain('127.0.0.1');
    });

    test('reports the wait that the service requested', async () => {
      const busy = { status: 429, headers: { 'retry-after': '7' }, text: '{}' };
      expect((await failureOf(() => busy)).reason.retryAfter).toBe(7);
    });

    test('rejects with timeout when its signal aborts, before or during a request', async () => {
      expect((await failureOf(usual, AbortSignal.abort())).reason.code).toBe('timeout');
      const stop = new AbortController();
      const silent: Behaviour = () => {
        stop.abort();
        return 'hang';
      };
      expect((await failureOf(silent, stop.signal)).reason.code).toBe('timeout');
    });

    test('reduces the answer of a hostile service to plain text within limits', async () => {
      await served(hostile, async (source) => {
        for (const piece of await ask(source)) {
          expect(evidenceSchema.parse(piece)).toEqual(piece);
          expect(`${piece.title}${piece.text}`).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
          expect(piece.url ?? 'https://none.org/').toMatch(/^https:\/\/[a-z.]+\.(?:gov|com|org)\//);
        }
      });
    });

    test('refuses a query that identifies a person, and sends nothing', async () => {
      await served(usual, async (source, { calls }) => {
        const query = about('naloxone for John Smith, MRN 12345678');
        await expect(ask(source, query)).rejects.toMatchObject({
          reason: { code: 'rule_violated', details: { reason: 'phi_stays_local' } },
        });
        expect(calls).toEqual([]);
      });
    });
  });
};
