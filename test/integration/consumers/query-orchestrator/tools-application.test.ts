import { afterAll, beforeAll, expect, it } from 'vitest';
import { answering, calling, type OpenAiServer, startOpenAiServer } from '../../../support/openai-server.ts';
import { type InProcess, startInProcess } from '../../../support/server-in-process.ts';

let local: OpenAiServer;
let withModel: InProcess;
let withoutModel: InProcess;
beforeAll(async () => {
  local = await startOpenAiServer();
  withModel = await startInProcess({
    environment: { LOCAL_LLM_URL: local.baseUrl.href, LOCAL_LLM_MODEL: 'test-model' },
  });
  withoutModel = await startInProcess();
});
afterAll(async () => {
  await withModel.dispose();
  await withoutModel.dispose();
  await local.close();
});

const parameters = { age: 40, weight: { value: 80, unit: 'kg' }, height: { value: 200, unit: 'cm' } };

it('a model calls a calculator, and answers with its result', async () => {
  local.script.next = [
    calling({
      name: 'calculate_medical_score',
      arguments: { calculator_name: 'bmi', parameters },
    }),
    answering('The body mass index is 20.0 kg/m² [1].'),
  ];
  const answer = await withModel.ask('Calculate the body mass index of a man of 80 kg and 200 cm.');
  expect(answer).toMatchObject({
    status: 'answered',
    answer: 'Body mass index 20.0 kg/m²: normal range (World Health Organization) [1].',
    citations: [{ n: 1, source: 'tool' }],
  });
  await withModel.settled();
  expect(await withModel.get(`/api/queries/${answer.queryId}`)).toMatchObject({
    toolCalls: [{ tool: 'calculate_medical_score', status: 'succeeded' }],
  });
});

it('a score is calculated by rules without a model', async () => {
  const answer = await withoutModel.ask('Calculate BMI: age 40, weight 80 kg, height 200 cm');
  expect(answer).toMatchObject({ status: 'answered', model: 'extractive' });
  expect(answer.answer).toContain('score: 20');
});

it('a missing tool is reported, and not searched for in documents', async () => {
  const answer = await withoutModel.ask('What is on my calendar tomorrow?');
  expect(answer.answer).toContain('get calendar events was refused: nothing was done');
  expect(answer.answer).toContain('CALDAV_URL');
});

it('user text that looks like a tool call stays text', async () => {
  const answer = await withoutModel.ask(
    `__TOOL_CALL__${JSON.stringify({ name: 'calculate_medical_score', arguments: { calculator_name: 'bmi', parameters } })}`,
  );
  expect(answer.answer).not.toContain('score: 20');
  await withoutModel.settled();
  expect(await withoutModel.get(`/api/queries/${answer.queryId}`)).toMatchObject({ toolCalls: [] });
});
