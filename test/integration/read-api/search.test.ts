import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';

type Found = { readonly results: readonly Json[]; readonly cached: boolean };

describe('searching over HTTP', () => {
  let server: InProcess;
  const search = async (query: string, more: Json = {}): Promise<Found> => {
    const { data } = await server.bodyOf(await server.post('/api/search', { query, ...more }));
    return data as Found;
  };
  const cacheCounts = async (): Promise<readonly string[]> =>
    (await (await server.request('/metrics')).text())
      .split('\n')
      .filter((line) => line.startsWith('anamnesis_search_cache_total'));

  beforeAll(async () => {
    server = await startInProcess();
    await server.ingest('Remove a tick with fine tweezers.', 'ticks.txt', { docKey: 'guideline-ticks' });
  });
  afterAll(() => server.dispose());

  it('caches results until a document changes, and never shows outdated ones', async () => {
    const query = 'how to remove a tick';
    expect((await search(query)).cached).toBe(false);
    const again = await search(query);
    expect([again.cached, again.results.length]).toEqual([true, 1]);

    await server.ingest('Remove a tick with a tick card, never with oil.', 'ticks.txt', {
      docKey: 'guideline-ticks',
    });
    const changed = await search(query);
    expect(changed.cached).toBe(false);
    expect(changed.results.map(({ text, version }) => [text, version])).toEqual([
      ['Remove a tick with a tick card, never with oil.', 2],
    ]);

    await server.command('WithdrawDocument', { docKey: 'guideline-ticks', reason: 'outdated' });
    expect(await search(query)).toMatchObject({ cached: false, results: [] });
    expect((await search(query)).cached).toBe(true);
  });

  it('searches again in a rebuilt index', async () => {
    await search('tweezers');
    expect((await search('tweezers')).cached).toBe(true);
    await server.command('ResetProjection', { projection: 'search' });
    await expect
      .poll(async () => (await search('tweezers')).cached, { timeout: 20_000, interval: 20 })
      .toBe(false);
    expect((await search('tweezers')).cached).toBe(true);
  });

  it('counts cache hits and misses', async () => {
    const counts = await cacheCounts();
    expect(counts.some((line) => /outcome="hit"\} [1-9]/.test(line))).toBe(true);
    expect(counts.some((line) => /outcome="miss"\} [1-9]/.test(line))).toBe(true);
  });

  it('shows documents with all their passages on request, and the requested number of them', async () => {
    const section = (name: string): string =>
      `# ${name} burns\n\n${`Cool burns of the ${name} with water. Cover ${name} burns with a dry dressing. `.repeat(12)}`;
    const names = ['hand', 'face', 'back', 'foot'];
    await server.ingest(names.map(section).join('\n\n'), 'burns.md', { docKey: 'guideline-burns' });
    await server.ingest('Burns of the hand need a specialist.', 'hands.txt', { docKey: 'guideline-hands' });
    const flat = await search('burns of the hand', { limit: 5 });
    expect(flat.results.every((result) => !('more' in result))).toBe(true);

    const { results } = await search('burns of the hand', { limit: 5, groupByDocument: true });
    expect(results.map(({ docKey }) => docKey).sort()).toEqual(['guideline-burns', 'guideline-hands']);
    const more = results.find(({ docKey }) => docKey === 'guideline-burns')?.more as readonly Json[];
    expect(more.length).toBeGreaterThan(0);
    expect(new Set(more.map(({ docKey }) => docKey))).toEqual(new Set(['guideline-burns']));
    expect((await search('burns of the hand', { limit: 1, groupByDocument: true })).results).toHaveLength(1);
  });

  it('omits results below a threshold, and reports what was found below it', async () => {
    await server.ingest('Cool a sunburn. Drink enough.', 'sun.txt', {
      docKey: 'guideline-sun',
      specialty: 'dermatology',
      county: 'Orange',
      agencyId: '2701',
    });
    const all = await search('sunburn');
    const [best] = all.results;
    const score = Number(best?.score);
    expect(best).toMatchObject({ docKey: 'guideline-sun', specialty: ['dermatology'], county: 'Orange' });
    expect((await search('sunburn', { threshold: score })).results[0]).toEqual(best);
    if (score >= 1) throw new Error('No score exceeds the best.');
    expect(await search('sunburn', { min_score: (score + 1) / 2 })).toMatchObject({
      results: [],
      warnings: [expect.stringMatching(/found, none with a score of/)],
    });
  });

  it('narrows to the specialty of the clinical context only on request, and says so', async () => {
    const clinicalContext = { specialty: 'neurology' };
    const hinted = await search('sunburn', { clinicalContext });
    expect(hinted).toMatchObject({ interpretation: { specialties: ['neurology'] } });
    expect(hinted.results.map(({ docKey }) => docKey)).toContain('guideline-sun');
    expect(await search('sunburn', { clinicalContext, narrowToSpecialty: true })).toMatchObject({
      results: [],
      warnings: [expect.stringContaining('neurology'), expect.any(String)],
    });
    const skin = { clinicalContext: { specialty: ['dermatology'] }, narrowToSpecialty: true };
    expect((await search('sunburn', skin)).results.map(({ docKey }) => docKey)).toEqual(['guideline-sun']);
  });

  it('narrows by county and by agency id, which may be a number', async () => {
    const keys = async (more: Json) => (await search('sunburn', more)).results.map(({ docKey }) => docKey);
    expect(await keys({ filters: { county: 'orange' } })).toEqual(['guideline-sun']);
    expect(await keys({ agencyId: 2701 })).toEqual(['guideline-sun']);
    expect(await keys({ filters: { agencyId: '27' } })).toEqual([]);
  });

  describe('for a drug', () => {
    const formulary = {
      allergy: 'What to give: an EpiPen into the thigh.',
      itching: 'What to give: hydroxyzine by mouth.',
      pressure: 'What to give: hydralazine slowly.',
      bleeding: 'What to give: Praxbind after a call.',
    };
    const textsFor = async (drug: unknown, query = 'what to give'): Promise<readonly unknown[]> =>
      (await search(query, { filters: { drug } })).results.map(({ text }) => text);
    beforeAll(async () => {
      for (const [name, text] of Object.entries(formulary))
        await server.ingest(text, `${name}.txt`, { docKey: `guideline-${name}` });
    });

    it('finds the passages that name it, by whatever name', async () => {
      for (const drug of ['epinephrine', 'adrenaline', ['naloxone', 'epi']])
        expect(await textsFor(drug)).toEqual([formulary.allergy]);
    });

    it('never finds a look-alike', async () => {
      expect(await textsFor('hydroxyzine')).toEqual([formulary.itching]);
      expect(await textsFor('Apresoline')).toEqual([formulary.pressure]);
      expect(await textsFor('norepinephrine')).toEqual([]);
    });

    it('finds a drug outside the terminology by its word, and says so', async () => {
      const found = await search('what to give', { filters: { drug: 'praxbind' } });
      expect(found.results.map(({ text }) => text)).toEqual([formulary.bleeding]);
      expect(found).toHaveProperty('warnings', [expect.stringContaining('not in the terminology')]);
    });

    it('refuses an unknown drug, and names similar ones', async () => {
      const response = await server.post('/api/search', {
        query: 'dose',
        filters: { drug: ['epi', 'hydralzine'] },
      });
      expect(response.status).toBe(400);
      const { error } = (await server.bodyOf(response)) as { error: Json };
      expect(error.code).toBe('validation_error');
      expect(error.message).toContain('hydralazine');
      expect(JSON.stringify(error)).not.toContain('hydralzine');
    });

    it('immediately fails a question whose filter names no drug, and suggests a remedy', async () => {
      const answer = await server.ask('what to give', { filters: { drug: 'hydralzine' } });
      expect(answer.status).toBe('failed');
      expect(JSON.stringify(answer)).toContain('hydralazine');
    });

    it('encrypts the drug in the log', async () => {
      await textsFor('epi pen');
      const entries = JSON.stringify(
        await server.application.database.query('select data::text as data from event_log.events'),
      );
      expect(entries).not.toMatch(/epi pen/i);
    });
  });

  describe('for unreasonable input', () => {
    const answerTo = async (body: Json): Promise<{ status: number; data?: Found & Json; error?: Json }> => {
      const response = await server.post('/api/search', body);
      return { status: response.status, ...(await server.bodyOf(response)) };
    };
    const long = 10_000;
    beforeAll(async () => {
      await server.ingest('Naloxone 2 mg by nose for an opioid overdose.', 'naloxone.txt', {
        docKey: 'protocol-naloxone',
        sourceType: 'protocol',
      });
    });

    it.each([
      ['nothing', ''],
      ['blanks', ' \n\t '],
      ['zero-width characters', '\u200b\ufeff'],
      ['emoji', '💉🚑👨‍👩‍👧‍👦'],
      ['punctuation', '?!...[[[((('],
      ['control characters', '\u0001\u0002\u001b'],
    ])('reports that %s contains nothing to search for', async (_, query) => {
      const { status, error } = await answerTo({ query });
      expect(status).toBe(400);
      expect(error).toMatchObject({
        code: 'validation_error',
        details: { issues: [{ path: 'query', message: 'must contain a word or a number to search for' }] },
      });
    });

    it.each([
      ['a NUL', 'naloxone\u0000', 'well-formed'],
      ['a lone surrogate', '\ud800 naloxone', 'well-formed'],
      ['an oversized text', 'a'.repeat(long + 1), '10000'],
      ['something that is not text', 5, 'must be a text'],
    ])('refuses %s with an explanation', async (_, query, reason) => {
      const { status, error } = await answerTo({ query });
      expect(status).toBe(400);
      expect(JSON.stringify(error)).toContain(reason);
    });

    it.each([
      ['emoji among words', '💊 narcan 🚑'],
      ['SQL', "naloxone'; DROP TABLE passages; --"],
      ['a regular expression', '^(naloxone+)+$ .*[\\d]{1,9999}(?=x)'],
      ['control characters', 'naloxone\u0007\u001b[31m nose'],
      ['full-width letters', 'ｎａｌｏｘｏｎｅ'],
      ['several scripts', 'налоксон naloxone 纳洛酮 نالوكسون'],
      ['markup', '<script>alert("naloxone")</script>'],
      ['the longest permitted text', 'naloxone nose '.repeat(long).slice(0, long)],
    ])('finds the meaning of %s', async (_, query) => {
      const { status, data } = await answerTo({ query });
      expect(status).toBe(200);
      expect(data?.results[0]?.docKey).toBe('protocol-naloxone');
    });

    it.each([
      ['one endless word', 'x'.repeat(long)],
      ['thousands of joined letters', 'a-'.repeat(long / 2)],
      ['thousands of joined numbers', '1/'.repeat(long / 2)],
      ['a nested pattern', '(a+)+$'.repeat(1500)],
      ['a letter under thousands of accents', `e${'\u0301'.repeat(long - 1)}`],
      ['another script', '小儿肾上腺素剂量'],
      ['SQL alone', "' OR '1'='1' UNION SELECT * FROM events --"],
    ])('answers %s promptly, without confident noise', async (_, query) => {
      const { status, data } = await answerTo({ query });
      expect(status).toBe(200);
      expect(data?.results[0]?.weak ?? true).toBe(true);
    });

    it('names the filter that leaves nothing', async () => {
      const warningsFor = async (filters: Json): Promise<unknown> =>
        (await answerTo({ query: 'overdose', filters })).data?.warnings;
      expect(await warningsFor({ agency: 'Nowhere' })).toEqual([
        expect.stringMatching(/^No document passes/),
      ]);
      expect(await warningsFor({ drug: 'clozapine' })).toEqual([expect.stringMatching(/^No passage names/)]);
      expect(await warningsFor({ drug: 'narcan', sourceType: 'journal' })).toEqual([
        expect.stringMatching(/^No document passes/),
      ]);
      expect(await warningsFor({ drug: 'narcan' })).toEqual([]);
    });

    it('names the invalid field of a filter', async () => {
      const issuesOf = async (filters: Json): Promise<string> =>
        JSON.stringify((await answerTo({ query: 'overdose', filters })).error);
      expect(await issuesOf({ colour: 'red' })).toContain('filters.*');
      expect(await issuesOf({ effectiveFrom: 'yesterday' })).toContain('filters.effectiveFrom');
      expect(await issuesOf({ drug: '💊' })).toContain('filters.drug.0');
      expect(await issuesOf({ drug: Array.from({ length: 51 }, () => 'epi') })).toContain(
        'at most 50 entries',
      );
    });

    it('still works after all of that', async () => {
      expect((await search('naloxone')).results[0]?.docKey).toBe('protocol-naloxone');
    });
  });
});
