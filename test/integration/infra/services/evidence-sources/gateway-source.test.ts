import { expect, test } from 'vitest';
import { createGatewaySource } from '../../../../../infra/services/evidence-sources/gateway/gateway-source.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { describeEvidenceSource, naloxone } from '../../../../contract/evidence-source.contract.ts';
import { type ScriptedCall, startScriptedServer } from '../../../../support/scripted-server.ts';

const make = (url: URL) =>
  createGatewaySource({
    name: 'uptodate',
    title: 'UpToDate',
    keyVariable: 'UPTODATE_API_KEY',
    url: new URL('search', url),
    apiKey: 'licensed',
    metrics: silentMetrics,
  });

const topics = ['dosing', 'overdose'].map((id) => ({
  id: `naloxone-${id}`,
  title: `Naloxone: ${id}`,
  text: 'An invented topic.',
  url: 'https://reference.example.org/naloxone',
  published: '2024-05',
}));
const odd = 'naloxone \u0000\u202e\u200b '.repeat(3000);

const usual = ({ text }: ScriptedCall) => ({
  text: JSON.stringify({ results: text.includes('naloxone') ? topics : [] }),
});

describeEvidenceSource('a gateway', {
  make,
  usual,
  garbage: '{"answers":[]}',
  hostile: () => ({
    text: JSON.stringify({
      results: [
        { id: 'a', title: odd, text: odd, authors: [odd], url: 'javascript:alert(1)' },
        { id: '../../etc', title: 'x', text: 'x' },
        { id: 'b', title: 'x', text: 'x', published: 'yesterday' },
        null,
      ],
    }),
  }),
});

test("a gateway is called in this program's format, with the key of the licence", async () => {
  const server = await startScriptedServer(usual);
  try {
    const signal = new AbortController().signal;
    const found = await make(server.url).search({ ...naloxone, population: 'adult', limit: 5, signal });
    expect(found.map(({ source, kind, journal }) => [source, kind, journal])).toEqual([
      ['uptodate', 'reference', 'UpToDate'],
      ['uptodate', 'reference', 'UpToDate'],
    ]);
    const [call] = server.calls;
    expect(call?.headers.authorization).toBe('Bearer licensed');
    expect(JSON.parse(call?.text ?? '')).toEqual({
      terms: naloxone.terms,
      population: 'adult',
      intent: 'drug_info',
      limit: 5,
    });
  } finally {
    await server.close();
  }
});
