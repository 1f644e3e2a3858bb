import { requestToolCall, type ToolCallRequest } from '../../commands/request-tool-call.ts';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { createUnresponsiveTools } from '../../commands/runtime/unresponsive-tools.ts';
import { createToolExecutor } from '../../consumers/tool-executor/tool-executor.ts';
import { createToolRegistry } from '../../consumers/tools/create-tool-registry.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { type ToolCallCommand, toolCallDecider } from '../../domain/tools/tool-call-decider.ts';
import { createMemoryRateLimiter } from '../../infra/cluster/rate-limiter/memory-rate-limiter.ts';
import { patternDetector } from '../../infra/models/phi-detection/pattern-detector.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { PhiDetector } from '../../ports/phi-detector.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import { openCommandRuntime } from './command-runtime.ts';

type ToolCallParts = {
  readonly phiDetector?: PhiDetector;
  readonly rateLimiter?: RateLimiter;
  readonly clock?: Clock;
  /** Milliseconds between a request and its delivery to the executor: by default so long that the start is appended. */
  readonly pickedUpAfter?: number;
  /** Wraps the log of the executor, for example to make it fail at a given moment. */
  readonly wrapLog?: (eventStore: EventStore) => EventStore;
};

/** The delivery options of an executor in tests. */
export const testDelivery = (signal: AbortSignal, attempt: number) => ({
  signal,
  fence: { name: 'test', fence: 1 },
  attempt,
  confirm: async () => {},
  progress: () => {},
  rest: () => {},
});

/** Requests and executes tool calls, with everything in memory. The clock is fixed by default. */
export const openToolCalls = (tools: readonly RegisteredTool[], parts: ToolCallParts = {}) => {
  const { eventStore, identity, callerOf, runtime, run } = openCommandRuntime();
  const services = {
    eventStore,
    identity,
    phiDetector: parts.phiDetector ?? patternDetector,
    tools: createToolRegistry(tools),
    rateLimiter: parts.rateLimiter ?? createMemoryRateLimiter(),
    clock: parts.clock ?? { now: () => new Date(0).toISOString(), elapsed: () => performance.now() },
    confirmationTime: 60_000,
    hanging: createUnresponsiveTools(),
  };
  const executorServices = {
    ...services,
    eventStore: parts.wrapLog?.(eventStore) ?? eventStore,
    clock: parts.clock ?? {
      ...services.clock,
      now: () => new Date(parts.pickedUpAfter ?? 5000).toISOString(),
    },
  };
  /** Like a separate process, with its own caches. */
  const startExecutor = () => createToolExecutor(executorServices);
  let executor = startExecutor();

  const contextFor = (person: string) => {
    const caller = callerOf(person);
    return contextOf(caller, { commandId: caller.requestId });
  };
  const call = async (
    tool: string,
    args: Readonly<Record<string, unknown>>,
    more: Partial<ToolCallRequest> = {},
    person = 'dora',
  ) => {
    const requested = await requestToolCall(
      { tool, arguments: args, origin: 'api', ...more },
      contextFor(person),
      services,
    );
    const { toolCallId, streamId } = requested;
    const events = (): readonly RecordedEvent[] =>
      eventStore.events.filter((event) => event.streamId === streamId);
    const last = (type: string): Record<string, unknown> | undefined => {
      const found = events().findLast((event) => event.type === type);
      return found && Object(found.data);
    };
    return {
      ...requested,
      events,
      last,
      types: (): readonly string[] => events().map(({ type }) => type),
      decide: (command: ToolCallCommand, by = person) =>
        executeDecider({
          decider: toolCallDecider,
          streamId: streamIdOf('tool_call', toolCallId),
          commands: [command],
          context: contextFor(by),
          services,
        }),
      /** Delivers an event of the call to the executor, by its type. */
      deliver: async (
        type = 'ToolCallRequested',
        { signal = new AbortController().signal, attempt = 1 } = {},
      ): Promise<void> => {
        const event = events().find((candidate) => candidate.type === type);
        if (!event) throw new Error(`The call has no ${type}.`);
        await executor.handle(event, testDelivery(signal, attempt));
      },
    };
  };
  return {
    call,
    services,
    eventStore,
    runtime,
    run,
    executor: () => executor,
    /** Replaces the executor, as if its process had died. */
    restart: (): void => {
      executor = startExecutor();
    },
  };
};
