import { describe, expect, test } from 'vitest';
import { searchTools } from '../../../../../app/composition/search-tools.ts';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { patternDetector } from '../../../../../infra/models/phi-detection/pattern-detector.ts';
import { createPubmedClient } from '../../../../../infra/services/evidence-sources/pubmed/pubmed-client.ts';
import { createPubmedSource } from '../../../../../infra/services/evidence-sources/pubmed/pubmed-source.ts';
import type { ComponentMonitor } from '../../../../../ports/component-health.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { naloxone } from '../../../../contract/evidence-source.contract.ts';
import { callTool } from '../../../../support/call-tool.ts';
import { type BravePage, braveTooMany, fakeBrave } from '../../../../support/fake-brave.ts';
import { fakeClinicalTables } from '../../../../support/fake-clinical-tables.ts';
import { fakeClinicalTrials, type Trial } from '../../../../support/fake-clinical-trials.ts';
import {
  fakeNcbi,
  foundJson,
  type PubmedRecord,
  recordsXml,
  tooMany,
} from '../../../../support/fake-ncbi.ts';
import { fixedSearch } from '../../../../support/fixed-search.ts';
import {
  type ScriptedCall,
  type ScriptedReply,
  startScriptedServer,
} from '../../../../support/scripted-server.ts';

type Reply = (call: ScriptedCall) => ScriptedReply;

const long = `${'odd \u0000\u202e\u200b '.repeat(20_000)}`;

const articles: readonly PubmedRecord[] = [
  {
    pmid: '30000001',
    title: 'Naloxone by nose & by vein',
    abstract: { METHODS: 'We compared 2 mg with 4 mg.', CONCLUSIONS: 'Both naloxone doses worked.' },
    types: ['Journal Article', 'Randomized Controlled Trial'],
    doi: '10.1000/inv.1',
  },
  { pmid: '30000002', title: 'Naloxone without an abstract', abstract: {}, year: '2019' },
  {
    pmid: '30000003',
    title: 'Naloxone for all',
    abstract: { '': 'Taken back.' },
    corrections: ['RetractionIn'],
  },
  {
    pmid: '30000004',
    title: 'Naloxone in doubt',
    abstract: { '': 'Doubted.' },
    corrections: ['ExpressionOfConcernIn'],
  },
];

const pages: readonly BravePage[] = [
  {
    title: 'Naloxone &amp; <strong>overdose</strong>',
    url: 'https://www.cdc.gov/naloxone?a=1',
    description: 'Naloxone <b>reverses</b> an opioid overdose.<script>alert(1)</script>',
    page_age: '2025-03-04T00:00:00',
  },
  { title: 'Naloxone', url: 'https://nida.nih.gov/naloxone', description: 'About naloxone.' },
  { title: 'Naloxone cheap', url: 'https://evilnih.gov/naloxone', description: 'Buy naloxone.' },
  { title: 'Naloxone blog', url: 'https://blog.example/naloxone', description: 'My naloxone.' },
];

const trials: readonly Trial[] = [
  {
    nctId: 'NCT00000001',
    title: 'Insulin pumps in diabetes',
    status: 'RECRUITING',
    phases: ['PHASE3'],
    conditions: ['Type 1 Diabetes'],
    interventions: ['Insulin pump'],
    city: 'Boston',
    country: 'United States',
  },
  {
    nctId: 'NCT00000002',
    title: 'A pill in diabetes',
    status: 'COMPLETED',
    phases: ['PHASE1', 'PHASE2'],
    conditions: ['Type 2 Diabetes'],
    interventions: ['Pill'],
    city: 'Berlin',
    country: 'Germany',
  },
];

const codes = {
  'I21.9': 'Acute myocardial infarction, unspecified',
  'I21.3': 'ST elevation (STEMI) myocardial infarction of unspecified site',
  'E11.9': 'Type 2 diabetes mellitus without complications',
};

const findings = [
  {
    id: 'oe-1',
    title: 'Beta blockers in heart failure',
    text: 'They lower mortality where the ejection fraction is reduced.',
    evidenceLevel: 'high',
    journal: 'Invented Heart Journal',
    pmid: '30000010',
    url: 'https://example.org/oe-1',
    published: '2023-04',
  },
  { id: 'oe-2', title: 'An opinion', text: 'Perhaps.', evidenceLevel: 'low', url: 'javascript:alert(1)' },
  { id: 'oe-3', title: 'Without a grade', text: 'Said somebody.', evidenceLevel: 'certain', pmid: 'x' },
];

/** All outside services at one address, each under a separate path. */
const usual: Reply = (call) => {
  if (call.path.endsWith('.fcgi')) return fakeNcbi(articles)(call);
  if (call.path === '/brave') return fakeBrave(pages)(call);
  if (call.path === '/trials') return fakeClinicalTrials(trials)(call);
  if (call.path === '/icd10') return fakeClinicalTables(codes)(call);
  return { text: JSON.stringify({ results: findings }) };
};

type Options = { readonly reply?: Reply; readonly key?: string; readonly rate?: number };

const withTools = async <T>(
  { reply = usual, key = 'brave-key', rate = 50 }: Options,
  use: (
    call: (
      name: string,
      input: object,
      context?: { user?: string; signal?: AbortSignal },
    ) => ReturnType<typeof callTool>,
    served: readonly ScriptedCall[],
    reports: readonly string[],
  ) => Promise<T>,
): Promise<T> => {
  const server = await startScriptedServer(reply);
  const at = (path: string): URL => new URL(path, server.url);
  const reports: string[] = [];
  const health: Pick<ComponentMonitor, 'report'> = {
    report: (component, outcome) => reports.push(`${component} ${outcome}`),
  };
  try {
    const tools = searchTools({
      configuration: {
        sources: {
          openevidence: { url: at('/openevidence'), apiKey: 'oe-key' },
          switchedOn: [],
          maxParallel: 5,
          limit: 10,
        },
        lookups: {
          brave: { url: at('/brave'), apiKey: key, requestsPerSecond: rate },
          clinicalTrials: { url: at('/trials') },
          icd10: { url: at('/icd10') },
        },
      },
      storage: { installationSecret: Buffer.alloc(32), passingSecret: Buffer.alloc(32) },
      searchParts: { search: { search: fixedSearch.search, findDocuments: async () => [] } },
      commandServices: { phiDetector: patternDetector },
      pubmedClient: createPubmedClient({ url: server.url, apiKey: 'k', metrics: silentMetrics }),
      metrics: silentMetrics,
      health,
    });
    return await use(
      (name, input, context = {}) => {
        const tool = tools.find((one) => one.name === name);
        if (tool === undefined) throw new Error(`There is no tool ${name}.`);
        return callTool(tool, input, context);
      },
      server.calls,
      reports,
    );
  } finally {
    await server.close();
  }
};

const failureOf = async (work: Promise<unknown>): Promise<Failure['reason']> => {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (!(error instanceof Failure)) throw new Error('Expected a Failure.');
  return error.reason;
};

describe('search_pubmed', () => {
  test("returns articles in PubMed's order, with the members that the requirements list", () =>
    withTools({}, async (call) => {
      const { result, citations } = await call('search_pubmed', { query: '(naloxone)' });
      expect(result).toEqual({
        articles: [
          {
            pmid: '30000001',
            title: 'Naloxone by nose & by vein',
            authors: ['Doe JQ', 'The Invented Trial Group'],
            journal: 'Journal of Invented Medicine',
            publication_date: '2021-03-09',
            abstract: 'METHODS: We compared 2 mg with 4 mg.\nCONCLUSIONS: Both naloxone doses worked.',
            doi: '10.1000/inv.1',
            url: 'https://pubmed.ncbi.nlm.nih.gov/30000001/',
          },
          expect.objectContaining({
            pmid: '30000002',
            abstract: null,
            doi: null,
            publication_date: '2019-03-09',
          }),
          expect.objectContaining({
            pmid: '30000004',
            abstract: 'The journal has published an expression of concern about this article.\nDoubted.',
          }),
        ],
        total_count: 4,
        query: '(naloxone)',
      });
      expect(citations[0]).toMatchObject({
        sourceType: 'pubmed',
        sourceUrl: 'https://pubmed.ncbi.nlm.nih.gov/30000001/',
        metadata: { pmid: '30000001', journal: 'Journal of Invented Medicine', doi: '10.1000/inv.1' },
      });
    }));

  test('narrows by types and dates, which no query can escape', () =>
    withTools({}, async (call, served) => {
      const narrow = {
        publication_types: ['Clinical Trial', 'Review'],
        date_from: '2020/01/01',
        max_results: 5,
      };
      await call('search_pubmed', { query: 'naloxone', ...narrow });
      expect(served[0]?.fields).toMatchObject({
        term: '(naloxone) AND ("Clinical Trial"[pt] OR "Review"[pt])',
        datetype: 'pdat',
        mindate: '2020/01/01',
        maxdate: '3000/12/31',
        retmax: '5',
      });
      await call('search_pubmed', { query: 'naloxone) OR (heroin', ...narrow });
      expect(
        served.at(-1)?.path === '/esearch.fcgi' ? served.at(-1)?.fields.term : served.at(-2)?.fields.term,
      ).toBe('(naloxone  OR  heroin) AND ("Clinical Trial"[pt] OR "Review"[pt])');
    }));

  test.each([
    [{ query: 'x', date_from: '2020-01-01' }],
    [{ query: 'x', date_from: '2020/02/30' }],
    [{ query: 'x', date_from: '2021/01/01', date_to: '2020/01/01' }],
    [{ query: 'x', publication_types: ['Review"[pt] OR "x'] }],
    [{ query: '   ' }],
    [{ query: '?!' }],
    [{ query: 'x', max_results: 26 }],
    [{ query: 'x', more: 1 }],
  ])('rejects %j', (input) =>
    withTools({}, async (call, served) => {
      const { code } = await failureOf((async () => call('search_pubmed', input))());
      expect(code).toBe('validation_error');
      expect(served).toEqual([]);
    }),
  );

  test('shares the PubMed rate limit with the evidence source', async () => {
    const begun: number[] = [];
    const server = await startScriptedServer((call) => {
      begun.push(performance.now());
      return fakeNcbi(articles)(call);
    });
    try {
      const client = createPubmedClient({ url: server.url, metrics: silentMetrics });
      const signal = new AbortController().signal;
      const source = createPubmedSource(client);
      // By the clock of the callers: on a busy machine the first request may reach the server late.
      const asked = performance.now();
      await Promise.all([
        source.search({ ...naloxone, limit: 1, signal }),
        client.search({ term: 'naloxone', limit: 1, signal }),
        client.search({ term: 'heroin', limit: 1, signal }),
      ]);
      // Three concurrently, and the records of the first a second later.
      expect(begun).toHaveLength(4);
      expect((begun[3] ?? 0) - asked).toBeGreaterThan(900);
    } finally {
      await server.close();
    }
  });

  test('reads markup, odd characters and endless texts as text of limited length', () =>
    withTools(
      {
        reply: ({ path }) => ({
          text: path.endsWith('/esearch.fcgi')
            ? foundJson(['30000009'])
            : recordsXml([{ pmid: '30000009', title: long, abstract: { [long.slice(0, 500)]: long } }]),
        }),
      },
      async (call) => {
        const { result } = await call('search_pubmed', { query: 'odd' });
        const [article] = result.articles as { title: string; abstract: string }[];
        expect(article?.title.length).toBeLessThanOrEqual(500);
        expect(article?.abstract.length).toBeLessThanOrEqual(4000);
        expect(`${article?.title}${article?.abstract}`).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
      },
    ));
});

describe('search_openevidence', () => {
  test('returns findings with their levels, and no URL that a browser would execute', () =>
    withTools({}, async (call, served) => {
      const { result, citations } = await call('search_openevidence', { query: 'beta blockers' });
      expect(served[0]?.headers.authorization).toBe('Bearer oe-key');
      expect(JSON.parse(served[0]?.text ?? '')).toEqual({ query: 'beta blockers', limit: 5 });
      expect(result).toEqual({
        results: [
          {
            title: 'Beta blockers in heart failure',
            summary: 'They lower mortality where the ejection fraction is reduced.',
            evidence_level: 'high',
            source: 'Invented Heart Journal',
            pubmed_id: '30000010',
            url: 'https://example.org/oe-1',
            date: '2023-04',
          },
          expect.objectContaining({ title: 'An opinion', url: '', evidence_level: 'low', date: null }),
          expect.objectContaining({ evidence_level: 'ungraded', pubmed_id: null, source: 'OpenEvidence' }),
        ],
        total_count: 3,
        query: 'beta blockers',
      });
      expect(citations[0]).toMatchObject({
        sourceType: 'openevidence',
        relevanceScore: 0.95,
        metadata: { evidence_level: 'high', pubmed_id: '30000010' },
      });
      expect(citations[1]).not.toHaveProperty('sourceUrl');
    }));

  test('requests a level, and drops findings of other levels', () =>
    withTools({}, async (call, served) => {
      const { result } = await call('search_openevidence', { query: 'x', evidence_level: 'high' });
      expect(JSON.parse(served[0]?.text ?? '')).toMatchObject({ evidenceLevel: 'high' });
      expect(result.total_count).toBe(1);
    }));
});

describe('web_search_medical', () => {
  test('returns only pages of medical sites, as plain text', () =>
    withTools({}, async (call, served) => {
      const { result, citations } = await call('web_search_medical', { query: 'naloxone "overdose"' });
      expect(result).toEqual({
        results: [
          {
            title: 'Naloxone & overdose',
            url: 'https://www.cdc.gov/naloxone?a=1',
            snippet: 'Naloxone reverses an opioid overdose.',
            domain: 'www.cdc.gov',
            date: '2025-03-04',
          },
          expect.objectContaining({ url: 'https://nida.nih.gov/naloxone', date: null }),
        ],
        total_count: 2,
        query: 'naloxone "overdose"',
      });
      expect(served[0]).toMatchObject({ method: 'POST', fields: {} });
      expect(JSON.parse(served[0]?.text ?? '')).toMatchObject({
        q: 'naloxone overdose',
        text_decorations: false,
      });
      expect(citations[0]).toMatchObject({ sourceType: 'web', metadata: { domain: 'www.cdc.gov' } });
    }));

  test('keeps to medical sites and to the requested ones, whatever the service returns', () =>
    withTools(
      {
        reply: () => ({
          text: JSON.stringify({
            type: 'search',
            web: {
              results: [
                ...pages,
                { title: 'Run', url: 'javascript:alert(1)', description: '' },
                { title: 'Data', url: 'data:text/html,x', description: '' },
                { title: 'Login', url: 'https://nih.gov@evil.com/', description: '' },
                { title: 'User', url: 'https://user:pass@nih.gov/', description: '' },
                { title: 'Under', url: 'https://nih.gov.evil.com/', description: '' },
                { title: 5, url: 'https://nih.gov/', description: [] },
                { title: long, url: 'https://nih.gov/long', description: long },
                null,
              ],
            },
          }),
        }),
      },
      async (call) => {
        const { result } = await call('web_search_medical', {
          query: 'naloxone',
          domain_filter: ['nih.gov'],
        });
        const results = result.results as { url: string; title: string; snippet: string }[];
        expect(results.map(({ url }) => url)).toEqual([
          'https://nida.nih.gov/naloxone',
          'https://nih.gov/long',
        ]);
        expect(results[1]?.title.length).toBeLessThanOrEqual(300);
        expect(results[1]?.snippet.length).toBeLessThanOrEqual(1000);
      },
    ));

  test('can narrow the searched sites, and never widen them', () =>
    withTools({}, async (call, served) => {
      await call('web_search_medical', { query: 'naloxone', domain_filter: ['cdc.gov', 'evil.com'] });
      const { goggles } = JSON.parse(served[0]?.text ?? '') as { goggles: string };
      expect(goggles.split('\n')).toEqual(['$discard', '$boost=1,site=cdc.gov']);
      const refused = await failureOf(
        call('web_search_medical', { query: 'naloxone', domain_filter: ['evilnih.gov'] }),
      );
      expect(refused.code).toBe('validation_error');
      expect(served).toHaveLength(1);
    }));

  test('waits for the end of the rate window, and names the setting of an invalid key', async () => {
    let first = true;
    await withTools(
      {
        reply: (call) => {
          if (!first) return usual(call);
          first = false;
          return braveTooMany();
        },
      },
      async (call, served) => {
        expect((await call('web_search_medical', { query: 'naloxone' })).result.total_count).toBe(2);
        expect(served).toHaveLength(2);
      },
    );
    await withTools({ reply: () => braveTooMany('1, 0', '1, 1419704') }, async (call, served) => {
      expect(await failureOf(call('web_search_medical', { query: 'naloxone' }))).toMatchObject({
        code: 'external_api_error',
        retryAfter: 3600,
        details: { service: 'Brave Search', upstream_status: 429 },
      });
      expect(served).toHaveLength(1);
    });
    await withTools({ key: 'wrong' }, async (call) => {
      const { code, message, details } = await failureOf(call('web_search_medical', { query: 'naloxone' }));
      expect({ code, details }).toEqual({
        code: 'external_api_error',
        details: { service: 'Brave Search', upstream_status: 422 },
      });
      expect(message).toContain('BRAVE_API_KEY');
      expect(message).not.toContain('wrong');
    });
  });
});

describe('search_clinical_trials', () => {
  test('finds trials by condition, intervention, location, status and phase', () =>
    withTools({}, async (call, served) => {
      const { result, citations } = await call('search_clinical_trials', {
        condition: 'Diabetes',
        location: 'Boston',
        status: ['RECRUITING', 'NOT_YET_RECRUITING'],
        phase: ['PHASE2', 'PHASE3'],
      });
      expect(served[0]?.fields).toMatchObject({
        'query.cond': 'diabetes',
        'query.locn': 'boston',
        'filter.overallStatus': 'RECRUITING|NOT_YET_RECRUITING',
        'filter.advanced': 'AREA[Phase]PHASE2 OR AREA[Phase]PHASE3',
        pageSize: '10',
        countTotal: 'true',
      });
      expect(result).toEqual({
        trials: [
          {
            nct_id: 'NCT00000001',
            title: 'Insulin pumps in diabetes',
            status: 'RECRUITING',
            phases: ['PHASE3'],
            study_type: 'INTERVENTIONAL',
            conditions: ['Type 1 Diabetes'],
            interventions: ['Insulin pump'],
            sponsor: 'Invented Institute',
            summary: 'A trial of Insulin pump.',
            locations: ['Boston, United States'],
            start_date: '2023-05',
            completion_date: '2026-12-31',
            last_updated: '2025-11-02',
            enrollment: 120,
            url: 'https://clinicaltrials.gov/study/NCT00000001',
          },
        ],
        total_count: 1,
        query: 'Diabetes; Boston; RECRUITING or NOT_YET_RECRUITING; PHASE2 or PHASE3',
      });
      expect(citations[0]?.metadata).toMatchObject({ nct_id: 'NCT00000001', phase: 'PHASE3' });
      // The location is blank because its text was omitted.
      const pills = await call('search_clinical_trials', { intervention: 'pill', location: '' });
      expect(pills.result).toMatchObject({ total_count: 1, query: 'pill' });
      expect(served[1]?.fields).not.toHaveProperty('query.locn');
    }));

  test.each([
    'rabies OR diabetes',
    'AREA[OverallStatus]COMPLETED',
    'rabies NOT "x"',
    '(rabies) OR MISSING',
    'EXPANSION[None]rabies',
  ])('reads %j as words, not as an expression', (condition) =>
    withTools({}, async (call, served) => {
      const { result } = await call('search_clinical_trials', { condition });
      expect(result.trials).toEqual([]);
      expect(served[0]?.fields['query.cond']).toMatch(/^[a-z0-9 ]+$/);
      expect(served[0]?.fields).not.toHaveProperty('filter.advanced');
    }),
  );

  test('rejects an unknown phase or status, and requires a condition or an intervention', () =>
    withTools({}, async (call, served) => {
      for (const input of [
        { condition: 'x', phase: ['PHASE3 OR AREA[Phase]NA'] },
        { condition: 'x', status: ['ALL'] },
        { location: 'Boston' },
      ])
        expect((await failureOf((async () => call('search_clinical_trials', input))())).code).toBe(
          'validation_error',
        );
      expect(served).toEqual([]);
    }));

  test('omits records that are not trials, and malformed parts of a trial', () =>
    withTools(
      {
        reply: () => ({
          text: JSON.stringify({
            totalCount: 3,
            studies: [
              null,
              { protocolSection: { identificationModule: { nctId: 'javascript:1', briefTitle: 'x' } } },
              {
                protocolSection: {
                  identificationModule: { nctId: 'NCT00000009', briefTitle: long },
                  statusModule: 'none',
                  designModule: { phases: 'PHASE3', enrollmentInfo: { count: -1 } },
                  conditionsModule: { conditions: Array.from({ length: 3000 }, (_, n) => `c${n}`) },
                },
              },
            ],
          }),
        }),
      },
      async (call) => {
        const { result } = await call('search_clinical_trials', { condition: 'x' });
        const [trial, ...others] = result.trials as { title: string; conditions: string[] }[];
        expect(others).toEqual([]);
        expect(trial).toMatchObject({
          nct_id: 'NCT00000009',
          status: 'UNKNOWN',
          phases: [],
          enrollment: null,
        });
        expect(trial?.title.length).toBeLessThanOrEqual(150);
        expect(trial?.conditions).toHaveLength(10);
      },
    ));

  test('reports an invalid request by its status alone', () =>
    withTools(
      { reply: () => ({ status: 400, headers: { 'content-type': 'text/plain' }, text: 'rabies is wrong' }) },
      async (call, served) => {
        const { code, message, details } = await failureOf(
          call('search_clinical_trials', { condition: 'rabies' }),
        );
        expect({ code, details }).toEqual({
          code: 'external_api_error',
          details: { service: 'ClinicalTrials.gov', upstream_status: 400 },
        });
        expect(message).not.toContain('rabies');
        expect(served).toHaveLength(1);
      },
    ));
});

describe('lookup_icd10', () => {
  test('finds codes by words and by prefix', () =>
    withTools({}, async (call, served) => {
      const { result, citations } = await call('lookup_icd10', { query: 'myocardial infarction' });
      expect(result).toEqual({
        codes: [
          { code: 'I21.9', description: 'Acute myocardial infarction, unspecified' },
          { code: 'I21.3', description: 'ST elevation (STEMI) myocardial infarction of unspecified site' },
        ],
        code_system: 'ICD-10-CM',
        total_count: 2,
        query: 'myocardial infarction',
      });
      expect(served[0]?.fields).toEqual({
        terms: 'myocardial infarction',
        sf: 'code,name',
        df: 'code,name',
        maxList: '10',
      });
      expect(citations[0]?.metadata).toEqual({ code: 'I21.9' });
      expect((await call('lookup_icd10', { query: 'E11.9' })).result.codes).toEqual([
        { code: 'E11.9', description: 'Type 2 diabetes mellitus without complications' },
      ]);
    }));

  test.each([
    ['{}', 'external_api_error'],
    ['[1,[],null]', 'external_api_error'],
    ['["many",[],null,[]]', 'external_api_error'],
    ['', 'external_api_error'],
  ])('does not take %j for an answer', (text, expected) =>
    withTools({ reply: () => ({ text }) }, async (call) => {
      expect((await failureOf(call('lookup_icd10', { query: 'x' }))).code).toBe(expected);
    }),
  );

  test('omits rows without a code', () =>
    withTools(
      {
        reply: () => ({
          text: JSON.stringify([4, [], null, [['<b>', 'x'], ['I10'], ['I10', 'Hypertension'], 'I10']]),
        }),
      },
      async (call) => {
        expect((await call('lookup_icd10', { query: 'x' })).result.codes).toEqual([
          { code: 'I10', description: 'Hypertension' },
        ]);
      },
    ));
});

const each = [
  ['search_pubmed', { query: 'naloxone' }, 'PubMed', 'pubmed'],
  ['search_openevidence', { query: 'naloxone' }, 'OpenEvidence', 'openevidence'],
  ['web_search_medical', { query: 'naloxone' }, 'Brave Search', 'brave'],
  ['search_clinical_trials', { condition: 'naloxone' }, 'ClinicalTrials.gov', 'clinicaltrials'],
  ['lookup_icd10', { query: 'naloxone' }, 'NLM Clinical Tables', 'icd10'],
] as const;

describe.each(each)('%s', (name, input, service, component) => {
  test('retries a failing service, three times at most', async () => {
    let failures = 1;
    await withTools(
      {
        reply: (call) => {
          failures -= 1;
          return failures >= 0 ? { status: 503, text: 'naloxone' } : usual(call);
        },
      },
      async (call, served, reports) => {
        await call(name, input);
        expect(served.length).toBeGreaterThan(1);
        expect(reports).toEqual([`external-sources:${component} failed`, `external-sources:${component} ok`]);
      },
    );
  });

  test.each<readonly [string, ScriptedReply]>([
    ['endless bytes', 'endless'],
    ['a response of another shape', { text: '{"results":{"a":1},"type":5}' }],
  ])('words its own message about %s', (_, reply) =>
    withTools({ reply: () => reply }, async (call) => {
      const { code, message, details } = await failureOf(call(name, input));
      expect({ code, details }).toEqual({ code: 'external_api_error', details: { service } });
      expect(message).not.toContain('naloxone');
    }),
  );

  test('aborts on request', () =>
    withTools({ reply: () => 'hang' }, async (call, served) => {
      const stop = new AbortController();
      const called = call(name, input, { signal: stop.signal });
      while (served.length === 0) await new Promise((resolve) => setImmediate(resolve));
      stop.abort();
      await expect(called).rejects.toBe(stop.signal.reason);
    }));

  test('sends nothing that identifies a person', () =>
    withTools({}, async (call, served) => {
      const [member] = Object.keys(input);
      const refused = await failureOf(
        call(name, { [member ?? '']: 'naloxone for John Smith, MRN 12345678' }),
      );
      expect(refused).toMatchObject({ code: 'rule_violated', details: { reason: 'phi_stays_local' } });
      expect(served).toEqual([]);
    }));

  test('caches results only for the person who asked', () =>
    withTools({}, async (call, served) => {
      const first = await call(name, input);
      const asked = served.length;
      expect((await call(name, input)).result).toEqual(first.result);
      expect(served).toHaveLength(asked);
      await call(name, input, { user: 'dr-other' });
      expect(served.length).toBeGreaterThan(asked);
    }));
});

test('a service that keeps failing is an external error with its status, after three more attempts', () =>
  withTools({ reply: () => ({ status: 503, text: '' }) }, async (call, served) => {
    expect(await failureOf(call('lookup_icd10', { query: 'naloxone' }))).toMatchObject({
      code: 'external_api_error',
      details: { service: 'NLM Clinical Tables', upstream_status: 503 },
    });
    expect(served).toHaveLength(4);
  }));

test('a service cannot redirect to another machine', async () => {
  const other = await startScriptedServer(() => ({ text: '[0,[],null,[]]' }));
  try {
    await withTools(
      { reply: () => ({ status: 302, headers: { location: other.url.href }, text: '' }) },
      async (call) => {
        expect((await failureOf(call('lookup_icd10', { query: 'naloxone' }))).code).toBe(
          'external_api_error',
        );
        expect(other.calls).toEqual([]);
      },
    );
  } finally {
    await other.close();
  }
});

test('a service that asks for a long pause is not awaited', () =>
  withTools(
    { reply: () => ({ ...(tooMany as object), headers: { 'retry-after': '60' }, status: 429, text: '{}' }) },
    async (call, served) => {
      expect(await failureOf(call('search_pubmed', { query: 'naloxone' }))).toMatchObject({
        code: 'external_api_error',
        retryAfter: 60,
        details: { service: 'PubMed', upstream_status: 429 },
      });
      expect(served).toHaveLength(1);
    },
  ));

test('unconfigured tools are listed, and name the setting they need', () => {
  const tools = searchTools({
    configuration: { sources: { switchedOn: [], maxParallel: 5, limit: 10 }, lookups: {} },
    storage: { installationSecret: Buffer.alloc(32), passingSecret: Buffer.alloc(32) },
    searchParts: { search: { search: fixedSearch.search, findDocuments: async () => [] } },
    commandServices: { phiDetector: patternDetector },
    metrics: silentMetrics,
    health: { report: () => {} },
  });
  expect(Object.fromEntries(tools.map(({ name, unavailable }) => [name, unavailable]))).toEqual({
    search_pubmed: expect.stringContaining('ENABLE_PUBMED'),
    search_openevidence: expect.stringContaining('OPENEVIDENCE_API_KEY'),
    search_medical_guidelines: undefined,
    web_search_medical: expect.stringContaining('BRAVE_API_KEY'),
    search_clinical_trials: expect.stringContaining('ENABLE_CLINICAL_TRIALS'),
    lookup_icd10: expect.stringContaining('ENABLE_ICD10_LOOKUP'),
  });
  const guidelines = tools.find(({ name }) => name === 'search_medical_guidelines');
  for (const { facts, prepare, name } of tools.filter((tool) => tool.unavailable !== undefined)) {
    // Guidelines may replace it.
    expect(facts.permission).toBe(guidelines?.facts.permission);
    expect(facts).toMatchObject({
      sends: 'outside',
      rateLimit: 30,
      timeoutSeconds: 30,
      afterCrash: 'repeat',
    });
    const prepared = prepare(name === 'search_clinical_trials' ? { condition: 'x' } : { query: 'x' });
    expect(prepared).toMatchObject({
      ok: true,
      value: { fallback: { tool: 'search_medical_guidelines', arguments: { query: 'x' } } },
    });
  }
});
