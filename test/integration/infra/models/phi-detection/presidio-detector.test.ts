import { describe, expect, it } from 'vitest';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { createPresidioDetector } from '../../../../../infra/models/phi-detection/presidio-detector.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { startPresidioServer } from '../../../../support/presidio-server.ts';

const detectorAt = (url: URL, language = 'en') =>
  createPresidioDetector({
    url,
    language,
    minScore: 0.5,
    timeout: 60_000,
    metrics: silentMetrics,
    health: unwatchedComponents,
  });

const failureOf = (work: Promise<unknown>): Promise<Failure | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Failure ? error : undefined),
  );

describe('a Presidio analyzer', () => {
  it('reports the position of a name, even behind characters beyond the basic plane', async () => {
    await using server = await startPresidioServer({ 'Ngozi Adeyemi': 'PERSON', Lagos: 'LOCATION' });
    const text = '🚑🚑 Ngozi Adeyemi from Lagos, wheezing';
    const { detected, findings } = await detectorAt(server.url).screen(text);
    expect(detected).toBe(true);
    expect(findings.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['name', 'Ngozi Adeyemi'],
      ['address', 'Lagos'],
    ]);
  });

  it('is asked only for PHI, which excludes the times of a treatment', async () => {
    await using server = await startPresidioServer({ 'every 5 minutes': 'DATE_TIME' });
    expect(await detectorAt(server.url).screen('repeat every 5 minutes')).toMatchObject({ detected: false });
    expect(server.asked[0]?.entities).not.toContain('DATE_TIME');
  });

  it('is overruled about drugs and eponyms', async () => {
    await using server = await startPresidioServer({ Ativan: 'PERSON', Parkinson: 'PERSON' });
    expect(await detectorAt(server.url).screen('Ativan in Parkinson disease?')).toMatchObject({
      detected: false,
    });
  });

  it('is not called for an empty text', async () => {
    await using server = await startPresidioServer({});
    expect(await detectorAt(server.url).screen('  \n')).toMatchObject({ detected: false });
    expect(server.asked).toEqual([]);
  });

  it.each(['fails', 'garbage', 'flood', 'elsewhere', 'points beyond'] as const)(
    'fails without quoting text when it %s',
    async (mode) => {
      await using server = await startPresidioServer({});
      server.behave(mode);
      const failed = await failureOf(detectorAt(server.url).screen('Ngozi is wheezing'));
      expect(failed?.reason.code).toBe('external_api_error');
      expect(JSON.stringify(failed?.reason)).not.toContain('Ngozi');
      expect(server.asked.length).toBe(1);
    },
  );

  it('reports no kind that was not requested, whatever its name', async () => {
    await using server = await startPresidioServer({});
    server.behave('strange');
    expect(await detectorAt(server.url).screen('Ngozi is wheezing')).toMatchObject({ findings: [] });
  });

  it('suggests a remedy when it does not support the language', async () => {
    await using server = await startPresidioServer({});
    const failed = await failureOf(detectorAt(server.url, 'de').screen('Herr Müller'));
    expect(failed?.message).toContain('PRESIDIO_LANGUAGE');
  });

  it("stops with its caller's signal", async () => {
    await using server = await startPresidioServer({});
    server.behave('hangs');
    const waiting = new AbortController();
    const asked = failureOf(detectorAt(server.url).screen('naloxone', { signal: waiting.signal }));
    await expect.poll(() => server.asked.length, { timeout: 60_000 }).toBe(1);
    waiting.abort();
    expect((await asked)?.reason.code).toBe('timeout');
  });

  it('is left alone for a while after five failures in a row', async () => {
    await using server = await startPresidioServer({});
    server.behave('fails');
    const detector = detectorAt(server.url);
    for (let time = 0; time < 5; time += 1) await failureOf(detector.screen('naloxone'));
    expect((await failureOf(detector.screen('naloxone')))?.reason.code).toBe('unavailable');
    expect(server.asked).toHaveLength(5);
  });
});
