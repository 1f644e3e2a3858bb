import { describe, expect, test } from 'vitest';
import { createPubmedClient } from '../../../../../infra/services/evidence-sources/pubmed/pubmed-client.ts';
import { createPubmedSource } from '../../../../../infra/services/evidence-sources/pubmed/pubmed-source.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { describeEvidenceSource, naloxone } from '../../../../contract/evidence-source.contract.ts';
import {
  fakeNcbi,
  foundJson,
  type PubmedRecord,
  recordsXml,
  tooMany,
} from '../../../../support/fake-ncbi.ts';
import { type ScriptedCall, startScriptedServer } from '../../../../support/scripted-server.ts';

const records: readonly PubmedRecord[] = [
  {
    pmid: '30000001',
    title: 'Two doses of naloxone by nose',
    abstract: { METHODS: 'We compared 2 mg with 4 mg.', CONCLUSIONS: 'Both naloxone doses worked.' },
    types: ['Journal Article', 'Randomized Controlled Trial'],
    doi: '10.1000/inv.1',
  },
  {
    pmid: '30000002',
    title: 'Naloxone in opioid overdose of the child: a guideline',
    abstract: { '': 'Give naloxone & ventilate, where SpO2 < 94 %.' },
    types: ['Practice Guideline'],
    year: '2019',
  },
];

const make = (url: URL, more: { apiKey?: string; email?: string } = {}) =>
  createPubmedSource(createPubmedClient({ url, metrics: silentMetrics, ...more }));

const odd = `${'naloxone \u0000\u202e\u200b '.repeat(3000)}`;

describeEvidenceSource('PubMed', {
  make,
  usual: fakeNcbi(records),
  garbage: '<html><body>Error</body></html>',
  hostile: ({ path }) => ({
    text: path.endsWith('/esearch.fcgi')
      ? foundJson(['30000009'])
      : recordsXml([{ pmid: '30000009', title: odd, abstract: { [odd.slice(0, 500)]: odd }, journal: odd }]),
  }),
});

describe('PubMed', () => {
  const asked = async (
    query: typeof naloxone,
    options: Parameters<typeof make>[1] = {},
    reply = fakeNcbi(records),
  ) => {
    const server = await startScriptedServer(reply);
    try {
      const source = make(server.url, options);
      const found = await source.search({ ...query, limit: 10, signal: new AbortController().signal });
      return { found, calls: server.calls };
    } finally {
      await server.close();
    }
  };

  test('is queried by POST, which keeps questions out of URLs, with the tool name and a contact address', async () => {
    const { calls } = await asked(naloxone, { apiKey: 'a1b2c3', email: 'it@hospital.example' });
    expect(calls.map(({ method, path }: ScriptedCall) => `${method} ${path}`)).toEqual([
      'POST /esearch.fcgi',
      'POST /efetch.fcgi',
    ]);
    for (const { fields } of calls)
      expect(fields).toMatchObject({ tool: 'anamnesis', email: 'it@hospital.example', api_key: 'a1b2c3' });
  });

  test('returns the records by relevance, with everything that a citation needs', async () => {
    const { found } = await asked(naloxone);
    expect(found.map(({ id, kind, published, doi }) => ({ id, kind, published, doi }))).toEqual([
      { id: '30000001', kind: 'trial', published: '2021-03-09', doi: '10.1000/inv.1' },
      { id: '30000002', kind: 'guideline', published: '2019-03-09', doi: undefined },
    ]);
    expect(found[0]).toMatchObject({
      title: 'Two doses of naloxone by nose',
      text: 'METHODS: We compared 2 mg with 4 mg.\nCONCLUSIONS: Both naloxone doses worked.',
      journal: 'Journal of Invented Medicine',
      authors: ['Doe JQ', 'The Invented Trial Group'],
      url: 'https://pubmed.ncbi.nlm.nih.gov/30000001/',
    });
    expect(found[1]?.text).toBe('Give naloxone & ventilate, where SpO2 < 94 %.');
  });

  test('drops terms when the combination finds nothing', async () => {
    const { found, calls } = await asked({
      ...naloxone,
      terms: { ...naloxone.terms, conditions: ['opioid overdose'], procedures: ['trepanation'] },
    });
    expect(found.map(({ id }) => id)).toEqual(['30000002']);
    expect(calls.map(({ fields }) => fields.term)).toEqual([
      '(naloxone) AND (opioid overdose) AND (trepanation) AND hasabstract AND english[la]',
      '(naloxone) AND (opioid overdose) AND hasabstract AND english[la]',
      undefined,
    ]);
  });

  test('restricts a pediatric question to studies of children', async () => {
    const { found } = await asked({ ...naloxone, population: 'pediatric' });
    expect(found.map(({ id }) => id)).toEqual(['30000002']);
  });

  test('never interprets an operator or a field tag inside a term', async () => {
    const { calls } = await asked({
      ...naloxone,
      terms: { ...naloxone.terms, drugs: ['naloxone[au]) OR (NOT "x"'] },
    });
    expect(calls[0]?.fields.term).toBe('(naloxone au or not x) AND hasabstract AND english[la]');
  });

  test('passes on the pause that NCBI asks for', async () => {
    await expect(asked(naloxone, {}, () => tooMany)).rejects.toMatchObject({
      reason: { code: 'rate_limit_exceeded', retryAfter: 2 },
    });
  });

  test('never takes a truncated list of records for a complete one', async () => {
    const cut = ({ path }: ScriptedCall) => ({
      text: path.endsWith('/esearch.fcgi') ? foundJson(['30000001']) : recordsXml(records).slice(0, -400),
    });
    await expect(asked(naloxone, {}, cut)).rejects.toMatchObject({ reason: { code: 'external_api_error' } });
  });
});
