import type { ToolCallServices } from '../../commands/runtime/tool-call-services.ts';
import type { ConsumerDefinition } from '../../consumers/runner/consumer-definition.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { traceTools } from '../../infra/observability/spans/trace-tools.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import type { ExternalServices } from './open-external-services.ts';
import type { Foundation } from './open-foundation.ts';
import type { Stores } from './open-stores.ts';
import type { WriteSide } from './open-write-side.ts';
import { wireConsumers } from './wire-consumers.ts';
import type { SearchParts } from './wire-search.ts';
import { wireToolCalls } from './wire-tool-calls.ts';
import { wireTools } from './wire-tools.ts';

/** The parts that act on commands and events: tools and consumers. */
export type Work = {
  readonly tools: ToolRegistry;
  readonly toolCalls: ToolCallServices;
  readonly consumers: readonly ConsumerDefinition[];
};

type WorkParts = Foundation & Stores & WriteSide & ExternalServices & { readonly searchParts: SearchParts };

/** The sixth stage of a start: tools, their calls, and the consumers. None of them starts working yet. */
export const wireWork = async (parts: WorkParts, resources: AsyncDisposableStack): Promise<Work> => {
  const { replace, traces, isTraced, storage, rateLimiter, commandServices, searchParts } = parts;
  const registered = await wireTools(
    { ...parts, search: searchParts.search, ...omitUndefined({ furtherTools: replace.tools }) },
    resources,
  );
  const tools = isTraced ? traceTools(registered, traces) : registered;
  const toolCalls = wireToolCalls(
    tools,
    { ...commandServices, rateLimiter },
    storage.connection.database,
    replace.confirmationTime,
  );
  const { openDocumentReading } = replace;
  const consumers = wireConsumers(
    { ...parts, toolCalls, ...omitUndefined({ openDocumentReading }) },
    resources,
  );
  return { tools, toolCalls, consumers };
};
