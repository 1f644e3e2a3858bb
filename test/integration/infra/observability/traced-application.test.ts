import { afterAll, beforeAll, expect, it } from 'vitest';
import { spanAttributeNames } from '../../../../ports/span.ts';
import { answering, type OpenAiServer, startOpenAiServer } from '../../../support/openai-server.ts';
import { startOtlpReceiver } from '../../../support/otlp-receiver.ts';
import { type InProcess, startInProcess } from '../../../support/server-in-process.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const QUESTION = 'How is a hornet sting treated?';
const WITH_PHI = `${QUESTION} The patient is John Smith, MRN 00451239.`;

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let model: OpenAiServer;
let application: InProcess;
const answers: Record<string, unknown>[] = [];

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  model = await startOpenAiServer();
  model.script.always = answering('Cool the skin and watch the patient for an hour [1].');
  application = await startInProcess({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      LLM_PROVIDER: 'openai-compatible',
      LLM_BASE_URL: model.baseUrl.href,
      LLM_MODEL: 'gpt-4.1',
      LLM_API_KEY: 'the-key',
    },
  });
  await application.ingest(
    'Treatment of a hornet sting: cool the skin and watch the patient for an hour.',
    'sting.txt',
    { docKey: 'guideline-sting' },
  );
  await application.ingest(
    'Gout: colchicine helped within a day. Seen in Mary Miller, MRN 00998877.',
    'gout-of-mary-miller.txt',
    { docKey: 'note-of-miller' },
  );
  answers.push(
    await application.command(
      'AskQuery',
      { question: QUESTION },
      { prefer: 'wait=20', traceparent: `00-${TRACE}-${CALLER}-01` },
    ),
    await application.ask(WITH_PHI),
  );
  expect(answers[1]?.queryId).toEqual(expect.any(String));
  await application.get(`/api/queries/${String(answers[1]?.queryId)}`);
  await application.request(`/api/queries/${String(answers[1]?.queryId)}?name=John-Smith`);
  await application.settled();
  // Pending spans are sent at the stop.
  await application.dispose();
});
afterAll(async () => {
  await model.close();
  await receiver[Symbol.asyncDispose]();
});

it('a question is one trace, from the request to the effects of its events', () => {
  expect(answers[0]).toMatchObject({ status: 'answered', model: 'gpt-4.1' });
  const trace = receiver.spans.filter(({ traceId }) => traceId === TRACE);
  const named = (name: string) => trace.find((span) => span.name === name);
  const request = named('POST /api/commands/AskQuery');
  expect(request).toMatchObject({
    parentSpanId: CALLER,
    attributes: { 'http.route': '/api/commands/AskQuery', 'http.request.method': 'POST' },
  });
  const command = named('command AskQuery');
  expect(command?.parentSpanId).toBe(request?.spanId);
  expect(trace.some(({ name, parentSpanId }) => name === 'append' && parentSpanId === command?.spanId)).toBe(
    true,
  );
  const consumed = trace.find(({ attributes }) => attributes['anamnesis.consumer'] === 'query-orchestrator');
  expect(consumed?.parentSpanId).toBe(request?.spanId);
  expect(trace.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['search dense', 'search lexical', 'model call', 'outside cloud-model']),
  );
  const call = named('model call');
  expect(named('outside cloud-model')?.parentSpanId).toBe(call?.spanId);
  expect(call?.attributes['gen_ai.request.model']).toBe('gpt-4.1');
  // Complete: each span but the root has its parent in the trace.
  const ids = new Set(trace.map(({ spanId }) => spanId));
  const loose = trace.filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId));
  expect(loose.map(({ name }) => name)).toEqual([request?.name]);
});

it('reads and writes of files appear in a trace', () => {
  expect(receiver.spans.some(({ attributes }) => attributes['anamnesis.blob.operation'] !== undefined)).toBe(
    true,
  );
});

it('no span contains the question, the person it is about, or an id', () => {
  expect(receiver.spans.length).toBeGreaterThan(20);
  const sent = receiver.bodies.join('\n');
  const { queryId, conversationId } = answers[1] ?? {};
  const planted = ['hornet', 'Smith', '00451239', 'Mary', 'Miller', '00998877', 'guideline-sting', 'the-key'];
  for (const text of [...planted, String(queryId), ...(conversationId ? [String(conversationId)] : [])])
    expect(sent.toLowerCase()).not.toContain(text.toLowerCase());
  const allowed: readonly string[] = [...spanAttributeNames, 'error.type'];
  for (const { name, attributes } of receiver.spans) {
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(attributes)));
    expect(name).toMatch(/^[A-Za-z]+(?: [A-Za-z/_:-]+){0,2}$/);
  }
});
