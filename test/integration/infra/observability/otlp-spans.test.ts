import { expect, it } from 'vitest';
import { readConfiguration } from '../../../../app/configuration/read-configuration.ts';
import { createTraceScope } from '../../../../infra/observability/trace-context.ts';
import { openOtlpSpans } from '../../../../infra/services/outside/otlp-spans.ts';
import { inSpan } from '../../../../ports/in-span.ts';
import { silentLogger } from '../../../../ports/logger.ts';
import { startOtlpReceiver } from '../../../support/otlp-receiver.ts';

const open = (endpoint: string, more: Record<string, string> = {}) => {
  const { otlp } = readConfiguration({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more });
  if (otlp === undefined) throw new Error('Expected a configured exporter.');
  const counts: Record<string, number> = {};
  const count = (_name: string, { outcome = '' }: { outcome?: string }, by = 1): void => {
    counts[outcome] = (counts[outcome] ?? 0) + by;
  };
  const spans = openOtlpSpans(otlp, { version: 'test', metrics: { count }, logger: silentLogger });
  return { spans, counts, traces: createTraceScope(() => spans) };
};

const work = (name: string) => ({ name, kind: 'internal' as const });
const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

it('spans are exported with their parents, including parents from another process', async () => {
  await using receiver = await startOtlpReceiver();
  const { spans, counts, traces } = open(receiver.endpoint, {
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret,x-team=ours',
    OTEL_SERVICE_NAME: 'knowledge',
  });
  const failing = inSpan(
    traces,
    work('outer'),
    () => inSpan(traces, work('inner'), () => Promise.reject(new Error('a text of somebody'))),
    PARENT,
  );
  await expect(failing).rejects.toThrow();
  await spans.close();
  const [inner, outer] = receiver.spans;
  expect(outer).toMatchObject({
    name: 'outer',
    traceId: PARENT.split('-')[1],
    parentSpanId: '00f067aa0ba902b7',
  });
  expect(inner).toMatchObject({ name: 'inner', parentSpanId: outer?.spanId, isError: true });
  expect(inner?.attributes).toEqual({ 'error.type': 'internal_error' });
  expect(receiver.bodies.join()).not.toContain('a text of somebody');
  expect(receiver.headers[0]).toMatchObject({ 'x-key': 'a secret', 'x-team': 'ours' });
  expect(receiver.state.resource).toEqual({ 'service.name': 'knowledge', 'service.version': 'test' });
  expect(counts).toEqual({ exported: 2 });
});

it('unlisted attributes are not exported', async () => {
  await using receiver = await startOtlpReceiver();
  const { spans, traces } = open(receiver.endpoint);
  const stranger = { 'anamnesis.tool': 'calculate', question: 'Has Jane Roe a fever?' };
  const span = traces.open({ ...work('tool'), attributes: stranger });
  span.note(stranger);
  span.end();
  await spans.close();
  expect(receiver.spans[0]?.attributes).toEqual({ 'anamnesis.tool': 'calculate' });
});

it('a caller who declines tracing is not traced, and others are sampled at the configured rate', async () => {
  await using receiver = await startOtlpReceiver();
  const { spans, traces } = open(receiver.endpoint, {
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  traces.open(work('not wanted'), PARENT.replace(/1$/, '0')).end();
  const unsampled = traces.open(work('not in the share'));
  unsampled.end();
  expect(unsampled.context.traceparent).toMatch(/-00$/);
  traces.open(work('wanted'), PARENT).end();
  await spans.close();
  expect(receiver.spans.map(({ name }) => name)).toEqual(['wanted']);
});

it('pending spans are exported on shutdown', async () => {
  await using receiver = await startOtlpReceiver();
  const { spans, counts, traces } = open(receiver.endpoint);
  for (let made = 0; made < 2000; made += 1) traces.open(work('short')).end();
  await spans.close();
  expect(receiver.spans).toHaveLength(2000);
  expect(counts).toEqual({ exported: 2000 });
});

it('behind a hung receiver, a limited number of spans wait, the rest are dropped and counted, and the shutdown completes', async () => {
  await using receiver = await startOtlpReceiver();
  receiver.state.answer = 'hang';
  const { spans, counts, traces } = open(receiver.endpoint);
  const asked = receiver.nextRequest();
  for (let made = 0; made < 600; made += 1) traces.open(work('first')).end();
  await asked;
  for (let made = 0; made < 10_000; made += 1) traces.open(work('more')).end();
  const { dropped = 0 } = counts;
  expect(dropped).toBeGreaterThan(5000);
  expect(dropped).toBeLessThan(10_000);
  await spans.close();
  traces.open(work('after the end')).end();
  expect(counts.dropped).toBe(dropped + 1);
  expect(receiver.spans).toEqual([]);
});

it.each([
  ['is down', undefined],
  ['fails', 500],
] as const)('only spans are lost when their receiver %s', async (_, answer) => {
  const receiver = await startOtlpReceiver();
  if (answer === undefined) await receiver[Symbol.asyncDispose]();
  else receiver.state.answer = answer;
  const { spans, counts, traces } = open(receiver.endpoint, { OTEL_EXPORTER_OTLP_TIMEOUT: '100' });
  expect(await inSpan(traces, work('done'), async () => 'done')).toBe('done');
  await spans.close();
  expect(counts).toEqual({ failed: 1 });
  if (answer !== undefined) await receiver[Symbol.asyncDispose]();
});
