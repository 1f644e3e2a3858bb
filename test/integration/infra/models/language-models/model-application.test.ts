import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../../../support/log-harness.ts';
import { answering, type OpenAiServer, startOpenAiServer } from '../../../../support/openai-server.ts';
import { type InProcess, startInProcess } from '../../../../support/server-in-process.ts';

let cloud: OpenAiServer;
let application: InProcess;
beforeAll(async () => {
  cloud = await startOpenAiServer();
  cloud.script.always = answering('Cool the skin and watch the patient for an hour [1].');
  application = await startInProcess({
    environment: {
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: cloud.baseUrl.href,
      LLM_MODEL: 'gpt-4.1',
      LLM_API_KEY: 'the-key',
    },
  });
  await application.ingest(
    'Treatment of a hornet sting: cool the skin and watch the patient for an hour.',
    'sting.txt',
    { docKey: 'guideline-sting' },
  );
});
afterAll(async () => {
  await application.dispose();
  await cloud.close();
});

const QUESTION = 'How is a hornet sting treated?';
const costs = () => application.get('/api/admin/costs');

it('answers are written by the configured model, and their cost is shown to the admin', async () => {
  const answer = await application.ask(QUESTION);
  expect(answer).toMatchObject({
    status: 'answered',
    model: 'gpt-4.1',
    citations: [{ docKey: 'guideline-sting' }],
  });
  expect(answer.answer).toContain('Cool the skin');
  expect(cloud.calls).toHaveLength(1);
  expect(cloud.calls[0]?.headers.authorization).toBe('Bearer the-key');
  await application.settled();
  const { calls, costUsd, users } = await costs();
  expect(calls).toBe(1);
  expect(costUsd).toBeGreaterThan(0);
  expect(users).toHaveLength(1);
});

it('a question with PHI is answered without it', async () => {
  const before = cloud.calls.length;
  const answer = await application.ask(`${QUESTION} The patient is John Smith, MRN 00451239.`);
  expect(answer).toMatchObject({ status: 'answered', model: 'extractive' });
  expect(cloud.calls).toHaveLength(before);
});

it('at the monthly limit nothing more is paid, until an admin raises it', async () => {
  const before = cloud.calls.length;
  await application.command('ChangeSettings', { monthlyCostLimitUsd: 0, reason: 'the budget is spent' });
  const held = await application.ask('What helps against a hornet sting?');
  expect(held).toMatchObject({ status: 'answered', model: 'extractive', degraded: true });
  expect(JSON.stringify(held.warnings)).toContain('monthly limit');
  expect(cloud.calls).toHaveLength(before);
  await application.command('ChangeSettings', { monthlyCostLimitUsd: 100, reason: 'more was granted' });
  await until('the limit is raised', async () => (await costs()).limitUsd === 100);
  expect(await application.ask('What is done about a hornet sting?')).toMatchObject({ model: 'gpt-4.1' });
});

it('neither the key nor the question appears in a log line', () => {
  expect(application.logLines.join('\n')).not.toMatch(/the-key|hornet|John Smith/);
});
