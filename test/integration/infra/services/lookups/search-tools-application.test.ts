import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeNcbi, type PubmedRecord } from '../../../../support/fake-ncbi.ts';
import { type ScriptedReply, startScriptedServer } from '../../../../support/scripted-server.ts';
import { type InProcess, type Json, startInProcess } from '../../../../support/server-in-process.ts';

const record: PubmedRecord = {
  pmid: '30000001',
  title: 'Cold packs for hornet venom anaphylaxis',
  abstract: { CONCLUSIONS: 'Epinephrine comes first in anaphylaxis.' },
};

let pubmed: Awaited<ReturnType<typeof startScriptedServer>>;
let away: ScriptedReply | undefined;
let application: InProcess;
beforeEach(async () => {
  away = undefined;
  const usual = fakeNcbi([record]);
  pubmed = await startScriptedServer((call) => away ?? usual(call));
  application = await startInProcess({
    environment: { ENABLE_PUBMED: 'true', PUBMED_URL: pubmed.url.href, PUBMED_API_KEY: 'k' },
  });
});
afterEach(async () => {
  await application.dispose();
  await pubmed.close();
});

const callOf = async (tool: string, input: object): Promise<Json> =>
  application.command('RequestToolCall', { tool, arguments: input }, { prefer: 'wait=20' });

it('a PubMed search runs as a tool call, and identifying details are removed before it is sent', async () => {
  const called = await callOf('search_pubmed', {
    query: '(anaphylaxis) John Smith, MRN 12345678',
    date_from: '2020/01/31',
  });
  expect(called).toMatchObject({ status: 'succeeded' });
  expect(pubmed.calls[0]?.fields).toMatchObject({ mindate: '2020/01/31' });
  const sent = JSON.stringify(pubmed.calls.map(({ path, text }) => ({ path, text })));
  expect(sent).toContain('anaphylaxis');
  expect(sent).not.toMatch(/smith|12345678/i);
});

it("publication dates are not taken for a patient's dates", async () => {
  const called = await callOf('search_pubmed', { query: '(anaphylaxis)', date_to: '2024/12/31' });
  expect(called).toMatchObject({ status: 'succeeded' });
  expect(pubmed.calls[0]?.fields).toMatchObject({ maxdate: '2024/12/31' });
});

it('guidelines answer when PubMed does not', async () => {
  away = { status: 429, headers: { 'retry-after': '600' }, text: '{}' };
  await application.ingest('Anaphylaxis: give epinephrine 0.01 mg/kg IM.', 'a.md', {
    docKey: 'guideline-anaphylaxis',
    organization: 'AHA',
    condition: 'Anaphylaxis',
  });
  const called = await callOf('search_pubmed', { query: 'anaphylaxis epinephrine' });
  expect(JSON.stringify(called)).toContain('guideline-anaphylaxis');
  const found = await callOf('search_medical_guidelines', {
    query: 'anaphylaxis epinephrine',
    guideline_source: 'American Heart Association',
    condition: 'anaphylaxis',
  });
  expect(found).toMatchObject({
    status: 'succeeded',
    result: {
      result: { guidelines: [{ id: 'guideline-anaphylaxis', source: 'AHA', condition: 'Anaphylaxis' }] },
    },
  });
});
