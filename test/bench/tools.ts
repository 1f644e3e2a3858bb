import { setTimeout as work } from 'node:timers/promises';
import { z } from 'zod';
import { awaitToolCallEnd } from '../../commands/awaiting/await-tool-call.ts';
import { requestToolCall } from '../../commands/request-tool-call.ts';
import { eventMetadataOf } from '../../commands/runtime/event-metadata.ts';
import { toolCallServicesOf } from '../../commands/runtime/tool-call-services.ts';
import { defineTool } from '../../consumers/tools/define-tool.ts';
import type { ToolFacts } from '../../domain/tools/tool-definition.ts';
import type { Benchmark, Figure } from './harness/benchmark.ts';
import { closedLoop } from './harness/closed-loop.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchApplication } from './harness/open-bench-application.ts';
import { percentile } from './harness/statistics.ts';

/** Milliseconds of a tool's work: reading a calendar (tools, "Tool P95 Latency"), and none. */
const WORK_MS = 250;
const CALLERS = 50;

/** Milliseconds spent in the handler of each call, by its id. */
const spent = new Map<string, number>();

const workTool = (name: string, milliseconds: number, more: Pick<ToolFacts, 'sends' | 'instant'>) =>
  defineTool({
    name,
    category: 'calculation',
    description: 'Takes some time.',
    requiresPhi: false,
    requiresConfirmation: false,
    riskLevel: 'low',
    rateLimit: 1_000_000,
    timeoutSeconds: 30,
    permission: 'tools:call',
    ...more,
    afterCrash: 'repeat',
    arguments: z.strictObject({ case: z.string().max(100).describe('Makes each call another one') }),
    result: z.strictObject({ case: z.string(), answer: z.string() }),
    handler: async (args, { toolCallId }) => {
      const began = performance.now();
      if (milliseconds > 0) await work(milliseconds);
      spent.set(toolCallId, performance.now() - began);
      return { case: args.case, answer: 'The result of a tool has some words.' };
    },
  });

/** Tool calls: requested, started and ended, each recorded in the log, compared with the handler alone. */
export const tools: Benchmark = {
  name: 'tools',
  run: async (context) => {
    const milliseconds = context.quick ? 1000 : 5000;
    const rounds = context.quick ? 1 : 3;
    await using opened = await openBenchApplication(context, undefined, {
      tools: [
        workTool('work_some', WORK_MS, { sends: 'on-premises' }),
        workTool('work_none', 0, { sends: 'on-premises' }),
        workTool('work_at_once', 0, { sends: 'nothing', instant: true }),
      ],
    });
    const { commandServices, identity } = { ...opened.application.http };
    const services = toolCallServicesOf(commandServices);
    let failed = 0;
    let n = 0;
    /** Milliseconds of each call beyond its handler. */
    let above: number[] = [];

    const call = async (tool: string): Promise<void> => {
      n += 1;
      const began = performance.now();
      const requested = await requestToolCall(
        { tool, arguments: { case: `Case ${n}` }, origin: 'api' },
        opened.commandContext(),
        services,
      );
      const end = await awaitToolCallEnd(requested, commandServices, AbortSignal.timeout(60_000));
      if (end?.status !== 'succeeded') failed += 1;
      const took = performance.now() - began;
      above.push(took - (spent.get(requested.toolCallId) ?? 0));
      spent.delete(requested.toolCallId);
    };
    /** An append and its read, which a call does twice. */
    const append = async (): Promise<void> => {
      const id = identity.newId();
      const began = performance.now();
      await commandServices.eventStore.append(
        `access-bench-${id}`,
        [
          {
            id,
            type: 'AnswerRead',
            data: { queryId: id },
            metadata: eventMetadataOf(opened.commandContext()),
          },
        ],
        'no-stream',
      );
      above.push(performance.now() - began);
    };
    const measure = async (callers: number, work: () => Promise<void>) => {
      above = [];
      const { perSecond } = await closedLoop(callers, milliseconds, work);
      return { perSecond, p50: percentile(above, 0.5), p95: percentile(above, 0.95) };
    };

    const figures: Figure[] = [];
    for (const callers of [1, CALLERS]) {
      await closedLoop(callers, 500, () => call('work_none'));
      await closedLoop(callers, 500, () => call('work_at_once'));
      const results = await interleave(rounds, {
        append: () => measure(callers, append),
        some: () => measure(callers, () => call('work_some')),
        none: () => measure(callers, () => call('work_none')),
        atOnce: () => measure(callers, () => call('work_at_once')),
      });
      const who = `${callers} caller${callers === 1 ? '' : 's'}`;
      for (const [kind, name] of [
        ['some', `above a tool of ${WORK_MS} ms`],
        ['none', 'above a tool that does nothing'],
        ['atOnce', 'above an instant tool that does nothing'],
      ] as const)
        for (const share of ['p50', 'p95'] as const)
          figures.push({
            ...compare({
              name: `${name}, ${who}, ${share}`,
              unit: 'ms',
              measured: results[kind].map((round) => round[share]),
              baseline: 'one append of one event by as many callers',
              baselineMeasured: results.append.map((round) => round[share]),
            }),
            ...(kind !== 'none' && callers === CALLERS && share === 'p95' ? { aim: '< 5 ms' } : {}),
          });
      for (const [kind, name] of [
        ['none', 'calls'],
        ['atOnce', 'calls of an instant tool'],
      ] as const)
        figures.push(
          compare({
            name: `${name}, ${who}`,
            unit: '/s',
            measured: results[kind].map(({ perSecond }) => perSecond),
            baseline: 'one append of one event by as many callers',
            baselineMeasured: results.append.map(({ perSecond }) => perSecond),
          }),
        );
    }
    return {
      figures,
      notes: [
        `${n.toLocaleString('en-US')} calls, ${failed} of them did not succeed`,
        'a call is asked for, and started and ended: two appends, one after the other; three where the start must be in the log first',
        'a call of an instant tool is one append of three events, made by the process that takes the request',
        'the aim is below what one append alone takes on a machine whose disk is busy: read it beside its baseline',
        'in process, without HTTP; read models follow as they do in production',
      ],
    };
  },
};
