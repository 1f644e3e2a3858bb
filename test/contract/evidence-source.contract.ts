import { describe, expect, test } from 'vitest';
import { evidenceSchema } from '../../domain/consultation/sources/evidence.ts';
import type { EvidenceQuery } from '../../domain/consultation/sources/evidence-query.ts';
import { Failure, type FailureCode } from '../../domain/kernel/failure.ts';
import type { EvidenceSource } from '../../ports/evidence-source.ts';
import { type ScriptedCall, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

/** How a service behaves; `usual` answers in its own form about naloxone, and knows nothing of anything else. */
type Behaviour = (call: ScriptedCall) => ScriptedReply;

type Subject = {
  /** The adapter for a service at an address that counts as outside. */
  readonly make: (url: URL) => EvidenceSource;
  readonly usual: Behaviour;
  /** Another service's answer, or none at all. */
  readonly garbage: string;
  /** An answer in the service's form whose texts are as long and odd as they can be. */
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

/** What every source of evidence promises. */
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

    test('finds nothing where there is nothing', async () => {
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
      ['a service that is away', { status: 503, text: '' }, 'unavailable'],
      ['a refused key', { status: 403, text: '{}' }, 'external_api_error'],
      ['a closed connection', 'reset', 'unavailable'],
      ['an answer without an end', 'endless', 'external_api_error'],
      ['an answer that breaks off', { cut: '{"esearch' }, 'unavailable'],
      ['something else', { text: garbage }, 'external_api_error'],
      ['nothing', { text: '' }, 'external_api_error'],
      [
        'a way to another machine',
        { status: 302, headers: { location: 'http://127.0.0.1:9/' }, text: '' },
        'unavailable',
      ],
    ])('says in its own words what %s means', async (_, reply, code) => {
      const { reason } = await failureOf(() => reply);
      expect(reason.code).toBe(code);
      expect(reason.message).not.toContain('naloxone');
      expect(reason.message).not.toContain('127.0.0.1');
    });

    test('reports how long it was asked to wait', async () => {
      const busy = { status: 429, headers: { 'retry-after': '7' }, text: '{}' };
      expect((await failureOf(() => busy)).reason.retryAfter).toBe(7);
    });

    test('gives up on request, before and while it is asked', async () => {
      expect((await failureOf(usual, AbortSignal.abort())).reason.code).toBe('timeout');
      const stop = new AbortController();
      const silent: Behaviour = () => {
        stop.abort();
        return 'hang';
      };
      expect((await failureOf(silent, stop.signal)).reason.code).toBe('timeout');
    });

    test('takes what a hostile service says as text with limits', async () => {
      await served(hostile, async (source) => {
        for (const piece of await ask(source)) {
          expect(evidenceSchema.parse(piece)).toEqual(piece);
          expect(`${piece.title}${piece.text}`).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
          expect(piece.url ?? 'https://none.org/').toMatch(/^https:\/\/[a-z.]+\.(?:gov|com|org)\//);
        }
      });
    });

    test('sends nothing that identifies a person, and leaves no question in an error', async () => {
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
