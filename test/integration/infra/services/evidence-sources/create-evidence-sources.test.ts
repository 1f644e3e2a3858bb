import { describe, expect, test } from 'vitest';
import { createEvidenceSources } from '../../../../../infra/services/evidence-sources/create-evidence-sources.ts';
import type { ComponentMonitor } from '../../../../../ports/component-health.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { naloxone } from '../../../../contract/evidence-source.contract.ts';
import { fakeNcbi, type PubmedRecord } from '../../../../support/fake-ncbi.ts';
import { type ScriptedReply, startScriptedServer } from '../../../../support/scripted-server.ts';

const record: PubmedRecord = { pmid: '1', title: 'Naloxone', abstract: { '': 'It works.' } };
const away: ScriptedReply = { status: 503, text: '' };

/** PubMed as wired in production, in front of a service that first sends these replies and then works. */
const asked = async (first: readonly (ScriptedReply | 'usual')[], searches = 1) => {
  const reports: string[] = [];
  const health: Pick<ComponentMonitor, 'report'> = {
    report: (component, outcome) => reports.push(`${component} ${outcome}`),
  };
  let served = 0;
  const usual = fakeNcbi([record]);
  const server = await startScriptedServer((call) => {
    const reply = first[served] ?? 'usual';
    served += 1;
    return reply === 'usual' ? usual(call) : reply;
  });
  try {
    const [source] = createEvidenceSources(
      {
        pubmed: { url: server.url, apiKey: 'k' },
        switchedOn: ['pubmed'],
        maxParallel: 5,
        limit: 10,
      },
      { metrics: silentMetrics, health, timeout: 60_000 },
    );
    const outcomes: (number | string)[] = [];
    for (let n = 0; n < searches; n += 1)
      outcomes.push(
        await (source?.search({ ...naloxone, limit: 10, signal: new AbortController().signal }).then(
          (found) => found.length,
          (error) => error.reason.code,
        ) ?? 'no source'),
      );
    return { outcomes, reports, calls: server.calls.length };
  } finally {
    await server.close();
  }
};

describe('a source behind its guard', () => {
  test('is retried once where that may help', async () => {
    expect(await asked([away])).toEqual({
      outcomes: [1],
      reports: ['external-sources:pubmed failed', 'external-sources:pubmed ok'],
      calls: 3,
    });
    expect((await asked(['usual', 'reset'])).outcomes).toEqual([1]);
  });

  test('is not asked a third time, nor again after a refusal', async () => {
    expect(await asked([away, away])).toMatchObject({ outcomes: ['unavailable'], calls: 2 });
    expect(await asked([{ status: 403, text: '' }])).toMatchObject({
      outcomes: ['external_api_error'],
      calls: 1,
    });
    expect(await asked([{ status: 429, headers: { 'retry-after': '60' }, text: '{}' }])).toMatchObject({
      outcomes: ['rate_limit_exceeded'],
      calls: 1,
    });
  });

  test('is skipped after several failures in a row', async () => {
    const { outcomes, calls } = await asked(
      Array.from({ length: 5 }, () => away),
      4,
    );
    expect(outcomes).toEqual(['unavailable', 'unavailable', 'unavailable', 'unavailable']);
    expect(calls).toBe(5);
  });
});

test('without configuration there is no outside source', () => {
  expect(
    createEvidenceSources(
      { switchedOn: [], maxParallel: 5, limit: 10 },
      { metrics: silentMetrics, health: { report: () => {} }, timeout: 5000 },
    ),
  ).toEqual([]);
});
