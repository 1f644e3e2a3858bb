import { describe, expect, it } from 'vitest';
import type { ToolCallEvent } from '../../../../domain/tools/tool-call-events.ts';
import { createLogger } from '../../../../infra/observability/create-logger.ts';
import { observeToolCalls } from '../../../../infra/observability/observe-tool-calls.ts';
import { createPrometheusMetrics } from '../../../../infra/observability/prometheus-metrics.ts';
import { createTraceScope } from '../../../../infra/observability/trace-context.ts';
import type { EventStore } from '../../../../ports/event-store.ts';
import { createInMemoryEventStore } from '../../../support/in-memory-event-store.ts';
import { uuidOf } from '../../../support/recorded-history.ts';
import { toolCallStories as stories } from '../../../support/sample-events.ts';

const observed = (broken: Partial<EventStore> = {}) => {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'info',
    traces: createTraceScope(),
    destination: { write: (line) => void lines.push(line) },
  });
  const metrics = createPrometheusMetrics({ logger });
  const store = observeToolCalls(
    { ...createInMemoryEventStore(), ...broken },
    {
      metrics,
      logger,
      hashUser: (user) => `hash of ${user.length}`,
    },
  );
  let n = 0;
  const happen = async (call: number, ...parts: readonly (keyof typeof stories | ToolCallEvent)[]) => {
    for (const one of parts) {
      const event = typeof one === 'string' ? stories[one](uuidOf(call)).event : one;
      n += 1;
      await store.append(
        `tool_call-${uuidOf(call)}`,
        [
          {
            ...event,
            id: uuidOf(1000 + n),
            metadata: {
              correlationId: 'c',
              causationId: 'c',
              actor: { id: 'system:tool-executor', role: 'service', onBehalfOf: 'dr-house' },
              phi: true,
              subject: 'person:patient-4711',
            },
          },
        ],
        'any',
      );
    }
  };
  const samples = async () =>
    (await metrics.render())
      .split('\n')
      .filter((line) => /^voiceassist_tool_(?!.*_(?:bucket|sum))/.test(line));
  return { happen, samples, lines };
};

const of = (call: number) => ({ toolCallId: uuidOf(call), tool: 'book_room' });

describe('tool calls', () => {
  it('are counted once, at their end, by outcome', async () => {
    const { happen, samples } = observed();
    await happen(1, 'requested', 'started');
    expect(await samples()).toEqual([]);
    await happen(1, 'succeeded');
    await happen(2, 'requested', 'started', 'failed');
    await happen(3, 'requested', 'rejected');
    await happen(4, 'requested', 'toConfirm', {
      type: 'ToolDeclined',
      data: { ...of(4), by: 'dr-house' },
    });
    await happen(5, 'requested', 'started', {
      type: 'ToolTimedOut',
      data: { ...of(5), timeoutSeconds: 30, executionTimeMs: 30_000, phi: false },
    });
    await happen(6, 'requested', 'toConfirm', 'confirmed', 'started', 'succeeded');
    expect(await samples()).toEqual([
      'voiceassist_tool_calls_total{tool_name="book_room",status="success"} 2',
      'voiceassist_tool_calls_total{tool_name="book_room",status="error"} 2',
      'voiceassist_tool_calls_total{tool_name="book_room",status="denied"} 1',
      'voiceassist_tool_calls_total{tool_name="book_room",status="timeout"} 1',
      'voiceassist_tool_execution_duration_seconds_count{tool_name="book_room"} 4',
      'voiceassist_tool_confirmation_rate{tool_name="book_room"} 0.5',
      'voiceassist_tool_error_rate{tool_name="book_room"} 0.5',
    ]);
  });

  it('leave one log line, with a hash of the user and no question or result', async () => {
    const { happen, lines } = observed();
    await happen(1, 'requested', 'toConfirm', 'confirmed', 'started', 'succeeded');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      tool: 'book_room',
      status: 'success',
      user: 'hash of 8',
      phi: true,
      confirmationRequired: true,
      executionTimeMs: 12.5,
    });
    expect(lines.join('')).not.toMatch(/Jane|dr-house|4711/);
  });

  it('that the log rejects are not counted', async () => {
    const { happen, samples, lines } = observed({
      append: () => Promise.reject(new Error('The disk is full.')),
    });
    await expect(happen(1, 'requested', 'rejected')).rejects.toThrow('full');
    expect([await samples(), lines]).toEqual([[], []]);
  });
});
