import { z } from 'zod';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { createActionReader } from '../../consumers/query-orchestrator/create-action-reader.ts';
import { describeToolCall } from '../../consumers/query-orchestrator/describe-tool-call.ts';
import type { QuestionTools } from '../../consumers/query-orchestrator/question-tools.ts';
import { createToolRegistry } from '../../consumers/tools/create-tool-registry.ts';
import { defineTool } from '../../consumers/tools/define-tool.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { type ToolCallCommand, toolCallDecider } from '../../domain/tools/tool-call-decider.ts';
import { readTimes } from '../../infra/reading/language/chrono-time-reader.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { IdentitySource } from '../../ports/identity.ts';

const terms = {
  riskLevel: 'low',
  rateLimit: 30,
  timeoutSeconds: 30,
  permission: 'tools:call',
  afterCrash: 'repeat',
  handler: async () => {
    throw new Error('The tests script the outcomes.');
  },
} as const;
const anything = z.looseObject({});

/** A literature search without a patient, a calendar with patients, and a tool that writes to it with confirmation. */
export const someTools = createToolRegistry([
  defineTool({
    ...terms,
    name: 'search_pubmed',
    category: 'medical',
    description: 'Searches the literature.',
    requiresPhi: false,
    requiresConfirmation: false,
    sends: 'outside',
    phiOutside: 'redact',
    arguments: z.strictObject({ query: z.string().max(300).describe('What to search for') }),
    result: anything,
  }),
  defineTool({
    ...terms,
    name: 'get_calendar_events',
    category: 'calendar',
    description: 'Lists events.',
    requiresPhi: true,
    requiresConfirmation: false,
    sends: 'on-premises',
    arguments: z.strictObject({
      start_date: z.iso.date().describe('First day'),
      end_date: z.iso.date().describe('Last day'),
    }),
    result: anything,
  }),
  defineTool({
    ...terms,
    name: 'create_calendar_event',
    category: 'calendar',
    description: 'Writes an event.',
    requiresPhi: true,
    requiresConfirmation: true,
    confirmationPrompt: ({ title }) => `Create ${title}?`,
    sends: 'on-premises',
    arguments: z.strictObject({
      title: z.string().max(200).describe('What it is called'),
      start_datetime: z.string().max(40).describe('When it begins'),
      end_datetime: z.string().max(40).describe('When it ends'),
    }),
    result: anything,
  }),
]);

/** The outcome of a tool call. */
type Script = (args: Readonly<Record<string, unknown>>) => ToolCallCommand | 'wait';

/** A successful outcome. */
export const succeedsWith =
  (
    result: Record<string, unknown>,
    {
      phi = false,
      citations = [] as { text: string; sourceType: string; sourceTitle: string; sourceUrl?: string }[],
    } = {},
  ): Script =>
  () => ({
    type: 'RecordOutcome',
    attempt: 1,
    outcome: { type: 'ToolSucceeded', data: { result, citations, executionTimeMs: 5, phi } },
  });

/** Tools with scripted outcomes, in the same streams as the real ones. */
export const scriptedTools = (
  { eventStore, identity }: { readonly eventStore: EventStore; readonly identity: IdentitySource },
  script: Record<string, Script>,
) => {
  const services = { eventStore, identity };
  const requests: { readonly tool: string; readonly arguments: unknown; readonly toolCallId: string }[] = [];
  const run = async (toolCallId: string, command: ToolCallCommand, cause: RecordedEvent): Promise<void> => {
    await executeDecider({
      decider: toolCallDecider,
      streamId: streamIdOf('tool_call', toolCallId),
      commands: [command],
      context: systemContext(cause, identity.newId(), 'test', { name: 'test', fence: 1 }),
      services,
    });
  };
  const start = (toolCallId: string, cause: RecordedEvent, requiresConfirmation: boolean) =>
    run(
      toolCallId,
      {
        type: 'StartTool',
        requiresConfirmation,
        mayRepeat: true,
        idempotencyKey: toolCallId,
        redacted: false,
      },
      cause,
    );
  const tools: QuestionTools = {
    registry: someTools,
    timeZone: 'Europe/Berlin',
    readAction: createActionReader({ readTimes, timeZone: 'Europe/Berlin', calculators: [] }),
    look: (toolCallId) => describeToolCall(toolCallId, eventStore),
    request: async (call, { asked, queryId, conversationId }) => {
      const { toolCallId, tool, modelCallId } = call;
      const streamId = streamIdOf('tool_call', toolCallId);
      const known = await loadState(services, toolCallDecider, streamId);
      if (known.state.status !== 'none') return;
      requests.push({ tool, arguments: call.arguments, toolCallId });
      const facts = someTools.find(tool)?.facts;
      const person = asked.metadata.actor.id;
      await run(
        toolCallId,
        {
          type: 'RequestToolCall',
          requested: {
            toolCallId,
            tool,
            arguments: { ...call.arguments },
            requestedBy: person,
            origin: 'query',
            queryId,
            modelCallId,
            ...(conversationId === undefined ? {} : { conversationId }),
          },
          admission: facts?.requiresConfirmation
            ? {
                kind: 'to-confirm',
                arguments: { ...call.arguments },
                prompt: 'Create it?',
                expiresAt: new Date(60_000).toISOString(),
              }
            : { kind: 'accepted' },
        },
        asked,
      );
      const next = script[tool]?.(call.arguments) ?? 'wait';
      if (next === 'wait') return;
      if (next.type === 'RecordOutcome') await start(toolCallId, asked, false);
      await run(toolCallId, next, asked);
    },
    cancel: async (toolCallId, because) => {
      const { state } = await loadState(services, toolCallDecider, streamIdOf('tool_call', toolCallId));
      if (state.status === 'none' || state.end) return;
      await run(toolCallId, { type: 'CancelToolCall', by: because.metadata.actor.id }, because);
    },
  };
  return { tools, requests, run, start };
};
