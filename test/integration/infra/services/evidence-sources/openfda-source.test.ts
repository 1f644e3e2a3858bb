import { describe, expect, test } from 'vitest';
import { createOpenfdaSource } from '../../../../../infra/services/evidence-sources/openfda/openfda-source.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { describeEvidenceSource, naloxone } from '../../../../contract/evidence-source.contract.ts';
import { fakeOpenfda, type LabelRecord, labelsJson } from '../../../../support/fake-openfda.ts';
import { startScriptedServer } from '../../../../support/scripted-server.ts';

const setId = (n: number): string => `0a1b2c3d-0000-4000-8000-00000000000${n}`;
const label = (n: number, more: Partial<LabelRecord> = {}): LabelRecord => ({
  setId: setId(n),
  generic: 'naloxone',
  sections: {
    indications_and_usage: '1 INDICATIONS AND USAGE Naloxone reverses invented opioids.',
    dosage_and_administration: '2 DOSAGE AND ADMINISTRATION Give 0.4 mg to 2 mg.',
    contraindications: '4 CONTRAINDICATIONS Hypersensitivity to it.',
    boxed_warning: 'WARNING: BEWARE OF IT.',
  },
  ...more,
});
const labels = [
  label(1),
  label(2, { route: 'NASAL', brand: 'NARKIT' }),
  label(3, { maker: 'Another Maker' }),
];

const make = (url: URL, apiKey?: string) =>
  createOpenfdaSource({
    url: new URL('drug/label.json', url),

    metrics: silentMetrics,
    apiKey,
  });

const odd = 'naloxone \u0000\u202e\u200b '.repeat(3000);

describeEvidenceSource('openFDA', {
  make,
  usual: fakeOpenfda(labels),
  garbage: '<html><body>Error</body></html>',
  hostile: () => ({
    text: labelsJson([
      label(4, { brand: odd, maker: odd, route: odd, effective: odd, sections: { boxed_warning: odd } }),
    ]),
  }),
});

describe('openFDA', () => {
  const asked = async (apiKey?: string, intent = 'drug_info', limit = 10, reply = fakeOpenfda(labels)) => {
    const server = await startScriptedServer(reply);
    try {
      const found = await make(server.url, apiKey).search({
        ...naloxone,
        intent,
        limit,
        signal: new AbortController().signal,
      });
      return { found, calls: server.calls };
    } finally {
      await server.close();
    }
  };

  test('is asked only for drug names, and its key appears in no URL', async () => {
    const { calls } = await asked('secret-key');
    expect(calls).toMatchObject([
      {
        method: 'GET',
        path: '/drug/label.json',
        fields: {
          search:
            'openfda.generic_name:"naloxone" OR openfda.brand_name:"naloxone" OR openfda.substance_name:"naloxone"',
          limit: '20',
          sort: 'effective_time:desc',
        },
        headers: { authorization: `Basic ${Buffer.from('secret-key:').toString('base64')}` },
      },
    ]);
    expect((await asked()).calls[0]?.headers.authorization).toBeUndefined();
  });

  test('returns a label for each route, contraindications first', async () => {
    const { found } = await asked();
    expect(found.map(({ id, title }) => [id, title])).toEqual([
      [setId(1), 'Naloxone, intravenous: label'],
      [setId(2), 'Naloxone / NARKIT, nasal: label'],
    ]);
    expect(found[0]).toMatchObject({
      kind: 'label',
      text: [
        'Boxed warning: BEWARE OF IT.',
        'Contraindications: Hypersensitivity to it.',
        'Indications: Naloxone reverses invented opioids.',
        'Dosage: Give 0.4 mg to 2 mg.',
      ].join('\n'),
      url: `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${setId(1)}`,
      published: '2024-01-31',
      authors: ['Invented Labs, Inc.'],
    });
  });

  test('returns nothing when no drug is named', async () => {
    const source = make(new URL('http://127.0.0.1:9/'));
    const query = { ...naloxone, terms: { ...naloxone.terms, drugs: [], conditions: ['asthma'] } };
    expect(source.refuses(query)).toBe('The question names no drug.');
    expect(source.refuses(naloxone)).toBeUndefined();
  });

  test('returns single drugs before mixtures, and prescription drugs before others', async () => {
    const various = [
      label(1, { route: 'ORAL', type: 'HUMAN OTC DRUG' }),
      label(2, { route: 'BUCCAL', substances: ['BUPRENORPHINE', 'NALOXONE'] }),
      label(3),
    ];
    const { found } = await asked(undefined, 'drug_info', 10, fakeOpenfda(various));
    expect(found.map(({ id }) => id)).toEqual([setId(3), setId(1), setId(2)]);
  });

  test('looks up each of two drugs, and returns labels of both', async () => {
    const many = Array.from({ length: 9 }, (_, at) => label(at, { route: `WAY ${at}` }));
    const server = await startScriptedServer(fakeOpenfda([...many, label(9, { generic: 'flumazenil' })]));
    try {
      const found = await make(server.url).search({
        ...naloxone,
        terms: { ...naloxone.terms, drugs: ['naloxone', 'flumazenil', 'a third'] },
        limit: 3,
        signal: new AbortController().signal,
      });
      expect(found.map(({ id }) => id)).toEqual([setId(0), setId(9), setId(1)]);
      expect(server.calls).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  test('skips unreadable labels, and returns the others', async () => {
    const { found } = await asked(undefined, 'drug_info', 10, () => ({
      text: JSON.stringify({
        results: [
          { set_id: 'not a set id' },
          7,
          ...JSON.parse(labelsJson([label(5)])).results,
          { set_id: setId(6) },
        ],
      }),
    }));
    expect(found.map(({ id }) => id)).toEqual([setId(5)]);
  });

  test('leaves room for every section next to a very long one', async () => {
    const long = label(7, {
      sections: { boxed_warning: 'Beware. '.repeat(2000), dosage_and_administration: 'Give 1 mg.' },
    });
    const { found } = await asked(undefined, 'drug_info', 10, () => ({ text: labelsJson([long]) }));
    expect(found[0]?.text).toMatch(/^Boxed warning: Beware\. .*…\nDosage: Give 1 mg\.$/);
  });
});
