import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeNcbi, type PubmedRecord } from '../../../../support/fake-ncbi.ts';
import { type ScriptedReply, startScriptedServer } from '../../../../support/scripted-server.ts';
import { type InProcess, type Json, startInProcess } from '../../../../support/server-in-process.ts';

const record: PubmedRecord = {
  pmid: '30000001',
  title: 'Cold packs for hornet venom anaphylaxis',
  abstract: { METHODS: 'We asked.', CONCLUSIONS: 'Epinephrine comes first in anaphylaxis.' },
  types: ['Randomized Controlled Trial'],
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
  await application.ingest('Anaphylaxis: give epinephrine 0.01 mg/kg IM.', 'a.txt', {
    docKey: 'guideline-anaphylaxis',
  });
});
afterEach(async () => {
  await application.dispose();
  await pubmed.close();
});

it('a question about a patient reaches PubMed only as clinical terms, and the answer cites the result', async () => {
  const { conversationId } = await application.command('StartConversation', {});
  await application.command('SetClinicalContext', {
    conversationId,
    clinicalContext: { chiefComplaint: 'unmistakable rash', currentMedications: ['warfarin'] },
  });
  const asked = await application.ask('Pt John Smith, MRN 12345678: epinephrine in anaphylaxis?', {
    conversationId,
  });
  const [, outside] = asked.citations as Json[];
  expect(outside).toMatchObject({ source: 'pubmed', docKey: 'pubmed-30000001', n: 2 });
  expect(asked.answer).toContain('Found outside this hospital, and not checked by it');
  expect(asked.answer).toContain('Epinephrine comes first in anaphylaxis.');
  expect(pubmed.calls.length).toBeGreaterThan(0);
  const sent = JSON.stringify(pubmed.calls.map(({ path, text, headers }) => ({ path, text, headers })));
  expect(sent).toContain('epinephrine');
  expect(sent).not.toMatch(/smith|12345678|unmistakable|warfarin/i);
});

it('an unavailable source is skipped, and the answer says so', async () => {
  away = { status: 503, text: '' };
  const asked = await application.ask('epinephrine in anaphylaxis');
  expect(asked.warnings).toContain('A search in PubMed failed; the answer does without it.');
  expect((asked.citations as Json[]).map(({ docKey }) => docKey)).toEqual(['guideline-anaphylaxis']);
});
