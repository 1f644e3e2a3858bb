import { describe, expect, it } from 'vitest';
import { stackFramesOf } from '../../../../domain/kernel/describe-error.ts';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { createLogger } from '../../../../infra/observability/create-logger.ts';
import { errorForLog } from '../../../../infra/observability/error-for-log.ts';
import { createMetricsOf } from '../../../../infra/observability/prometheus-metrics.ts';
import { createTraceScope } from '../../../../infra/observability/trace-context.ts';
import { silentLogger } from '../../../../ports/logger.ts';
import {
  type MetricDefinition,
  type MetricDefinitions,
  metricDefinitions,
} from '../../../../ports/metric-definitions.ts';

const collecting = () => {
  const lines: string[] = [];
  return { lines, destination: { write: (line: string) => void lines.push(line) } };
};

describe('a trace', () => {
  const traces = createTraceScope();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

  it('continues the trace of the caller under a new span', () => {
    const context = traces.run(`00-${traceId}-00f067aa0ba902b7-00`, (given) => given);
    expect(context.traceId).toBe(traceId);
    expect(context.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    expect(context.traceparent).not.toContain('00f067aa0ba902b7');
  });

  it.each([
    ['nothing', undefined],
    ['nonsense', 'nonsense'],
    ['an all-zero trace id', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['an all-zero span id', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['capitals', `00-${traceId.toUpperCase()}-00f067aa0ba902b7-01`],
    ['the forbidden version', `ff-${traceId}-00f067aa0ba902b7-01`],
    ['more fields than version 00 has', `00-${traceId}-00f067aa0ba902b7-01-more`],
  ])('starts over when it receives %s', (_, header) => {
    const context = traces.run(header, (given) => given);
    expect(context.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(context.traceId).not.toBe(traceId);
  });

  it('reads later versions as far as it knows them', () => {
    const header = `01-${traceId}-00f067aa0ba902b7-01-more`;
    expect(traces.run(header, (given) => given.traceId)).toBe(traceId);
  });

  it('follows asynchronous work until it ends', async () => {
    const seen = await traces.run(`00-${traceId}-00f067aa0ba902b7-01`, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return traces.current()?.traceId;
    });
    expect(seen).toBe(traceId);
    expect(traces.current()).toBeUndefined();
  });
});

describe('a log line', () => {
  const traces = createTraceScope();

  it('is JSON with level, time, message and its trace', () => {
    const { lines, destination } = collecting();
    const logger = createLogger({ level: 'info', traces, destination });
    const traceId = traces.run(undefined, (context) => {
      logger.info({ projection: 'documents' }, 'Caught up.');
      return context.traceId;
    });
    logger.debug({}, 'not at this level');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      traceId,
      projection: 'documents',
      message: 'Caught up.',
    });
  });

  it('does not show data that strayed into a field that can hold PHI or a secret', () => {
    const { lines, destination } = collecting();
    const logger = createLogger({ level: 'info', traces, destination });
    logger.info(
      { question: 'Jane', authorization: 'Bearer abc', data: { title: 'Jane', token: 'abc' } },
      'Oops.',
    );
    expect(lines[0]).not.toContain('Jane');
    expect(lines[0]).not.toContain('abc');
  });

  it('reports where a foreign error was thrown, but not its message', () => {
    const { lines, destination } = collecting();
    const logger = createLogger({ level: 'info', traces, destination });
    let thrown: unknown;
    try {
      JSON.parse('{"name":"Jane Doe"');
    } catch (error) {
      thrown = error;
    }
    logger.error({ error: thrown }, 'It failed.');
    logger.error({ error: new Error('Jane Doe\n    at Jane Doe (/jane.ts:1:2)') }, 'It failed.');
    expect(lines.join('')).not.toContain('Jane');
    expect(JSON.parse(lines[0] ?? '').error).toMatchObject({ type: 'SyntaxError', stack: expect.any(Array) });
    expect(lines[1]).toContain('observability.test.ts');
  });

  it('does not mistake a line of a message for a frame, even if the message changed after the throw', () => {
    const error = new Error('Jane Doe\n    at Jane Doe (/jane.ts:1:2)');
    expect(stackFramesOf(error).join('')).toMatch(/observability\.test\.ts/);
    expect(stackFramesOf(error).join('')).not.toContain('Jane');
    error.message = 'Another.';
    expect(stackFramesOf(error)).toEqual([]);
  });

  it('keeps the message of our own failures, and the codes along their causes', () => {
    const database = Object.assign(new Error('Key (title)=(Jane)'), { code: '23505' });
    const described = errorForLog(
      new Failure(failure('unavailable', 'The database is down.'), { cause: database }),
    );
    expect(described).toMatchObject({
      type: 'Failure',
      code: 'unavailable',
      message: 'The database is down.',
      cause: { type: 'Error', code: '23505' },
    });
    expect(JSON.stringify(described)).not.toContain('Jane');
    const circular = new Error('round');
    circular.cause = circular;
    expect(JSON.stringify(errorForLog(circular)).length).toBeLessThan(20_000);
    expect(errorForLog('Jane')).toEqual({ type: 'string' });
  });
});

describe('metrics', () => {
  const definitions = {
    test_a: { kind: 'counter', unit: 'one', help: 'What a means.', labels: { kind: ['x', 'y'] } },
    test_b: { kind: 'gauge', unit: 'one', help: 'What b means.', labels: {} },
    test_f: { kind: 'gauge', unit: 'one', help: 'f', labels: { kind: ['x', 'y'] } },
    test_c: { kind: 'histogram', unit: 'seconds', help: 'c', labels: { route: { of: 'routes', atMost: 3 } } },
    test_d: { kind: 'histogram', unit: 'events', help: 'd', labels: {}, buckets: [1, 10] },
    test_e: {
      kind: 'counter',
      unit: 'one',
      help: 'e',
      labels: { one: { of: 'many', atMost: 100 }, other: { of: 'many', atMost: 100 } },
    },
  } as const satisfies MetricDefinitions;
  const samplesOf = (text: string, name: string) =>
    text.split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'));

  it('are counted, set and observed by name and labels, with their help', async () => {
    const metrics = createMetricsOf(definitions, { logger: silentLogger });
    metrics.count('test_a', { kind: 'x' });
    metrics.count('test_a', { kind: 'x' }, 2);
    metrics.gauge('test_b', 7, {});
    metrics.observe('test_c', 0.02, { route: '/r' });
    metrics.observe('test_d', 4, {});
    const text = await metrics.render();
    expect(text).toContain('# HELP test_a What a means.');
    expect(text).toContain('test_a{kind="x"} 3');
    expect(text).toContain('test_b 7');
    expect(text).toContain('test_c_bucket{le="0.025",route="/r"} 1');
    expect(text).toContain('test_c_sum{route="/r"} 0.02');
    expect(samplesOf(text, 'test_d_bucket')).toEqual([
      'test_d_bucket{le="1"} 0',
      'test_d_bucket{le="10"} 1',
      'test_d_bucket{le="+Inf"} 1',
    ]);
  });

  it('are omitted after their gauge is forgotten, until it is set again', async () => {
    const metrics = createMetricsOf(definitions, { logger: silentLogger });
    metrics.gauge('test_b', 7, {});
    metrics.gauge('test_f', 8, { kind: 'x' });
    metrics.forget('test_b');
    metrics.forget('test_f');
    const forgotten = await metrics.render();
    expect([...samplesOf(forgotten, 'test_b'), ...samplesOf(forgotten, 'test_f')]).toEqual([]);
    metrics.gauge('test_b', 9, {});
    expect(samplesOf(await metrics.render(), 'test_b')).toEqual(['test_b 9']);
  });

  it('that are missing from the table or mislabelled do not compile, and are dropped with one log line', async () => {
    const { lines, destination } = collecting();
    const logger = createLogger({ level: 'info', traces: createTraceScope(), destination });
    const metrics = createMetricsOf(definitions, { logger });
    metrics.count('test_a', { kind: 'x' });
    // @ts-expect-error: a value that the label does not have
    metrics.count('test_a', { kind: 'z' });
    // @ts-expect-error: a label that the metric does not have
    metrics.count('test_a', { other: 'x' });
    // @ts-expect-error: a label too many
    metrics.count('test_a', { kind: 'x', other: 'x' });
    // @ts-expect-error: no label
    metrics.count('test_a', {});
    // @ts-expect-error: a counter is no gauge
    metrics.gauge('test_a', 5, { kind: 'x' });
    metrics.count('test_a', { kind: 'x' });
    expect(samplesOf(await metrics.render(), 'test_a')).toEqual(['test_a{kind="x"} 2']);
    expect(lines).toHaveLength(1);
    // @ts-expect-error: not in the table
    metrics.count('test_unheard_of', {});
    expect(await metrics.render()).not.toContain('unheard');
    expect(lines).toHaveLength(2);
  });

  it('stay bounded when an id becomes a label by mistake, each label and all together', async () => {
    const metrics = createMetricsOf(definitions, { logger: silentLogger });
    for (let id = 0; id < 5000; id += 1) {
      metrics.observe('test_c', 1, { route: `/r/${id}` });
      metrics.count('test_e', { one: `${id % 100}`, other: `${Math.floor(id / 100)}` });
    }
    metrics.observe('test_c', 1, { route: '/r/2' });
    const text = await metrics.render();
    expect(samplesOf(text, 'test_c_count')).toEqual([
      'test_c_count{route="/r/0"} 1',
      'test_c_count{route="/r/1"} 1',
      'test_c_count{route="/r/2"} 2',
    ]);
    expect(samplesOf(text, 'test_e')).toHaveLength(2000);
  });
});

describe('the metrics table', () => {
  const all = Object.entries<MetricDefinition>(metricDefinitions);

  it.each(all)('describes %s as Prometheus and its readers expect', (name, definition) => {
    const { kind, unit, help, labels, buckets = [] } = definition;
    expect(name).toMatch(/^(?:anamnesis(?:_[a-z]+)+|voiceassist_tool(?:_[a-z]+)+)$/);
    expect(name.endsWith('_total')).toBe(kind === 'counter');
    if (unit === 'seconds' || unit === 'bytes' || unit === 'ratio') expect(name.split('_')).toContain(unit);
    expect(help).toMatch(/^[A-Z].{20,}\.$/);
    expect(buckets).toEqual(buckets.toSorted((one, other) => one - other));
    for (const [label, values] of Object.entries(labels)) {
      expect(label).toMatch(/^[a-z]+$|^tool_name$/);
      // A metric with a value for each user, document or question would reveal who did what, and grow for
      // ever.
      expect('atMost' in values ? values.atMost : values.length).toBeLessThanOrEqual(256);
    }
  });
});
