import type { z } from 'zod';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import type { ToolCaller } from '../../domain/tools/tool-access.ts';
import type { Principal } from '../../ports/authenticator.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import type { toolListRepresentation } from '../representations/tool-representation.ts';

/** The formats of the list: one per kind of model client, and `json` for people and programs. */
export const toolFormats = ['json', 'openai-chat', 'openai-realtime', 'mcp'] as const;
export type ToolFormat = (typeof toolFormats)[number];

/** The bearer of a token, as one who calls tools. */
export const toolCallerOf = (principal: Pick<Principal, 'id' | 'onBehalfOf' | 'roles'>): ToolCaller => ({
  person: responsibleUserId(principal),
  roles: principal.roles,
});

/** The tools that a client may call: configured here, and allowed to them. */
export const callableTools = (registry: ToolRegistry, caller: ToolCaller): readonly RegisteredTool[] =>
  registry.all().filter((tool) => tool.unavailable === undefined && registry.mayCall(tool, caller));

/** A tool in the format of the Model Context Protocol's `tools/list` (2025-11-25). */
export const mcpTool = ({ name, facts, argumentsSchema }: RegisteredTool) => ({
  name,
  description: facts.description,
  inputSchema: { ...argumentsSchema, type: 'object' as const },
  // Hints for the client's own prompts; the rules are enforced here, whatever a client does with them.
  annotations: {
    readOnlyHint: !facts.requiresConfirmation,
    ...(facts.requiresConfirmation ? { destructiveHint: false, idempotentHint: false } : {}),
    openWorldHint: facts.sends === 'outside',
  },
});

/** An OpenAI `function`: nested in chat completions, flat in realtime sessions. */
const functionOf = ({ name, facts, argumentsSchema }: RegisteredTool) => ({
  name,
  description: facts.description,
  parameters: argumentsSchema,
});

/** A tool in full, whether it can be called or not. */
const toolInFull = (
  { name, facts, argumentsSchema, resultSchema, unavailable }: RegisteredTool,
  allowed: boolean,
) => ({
  name,
  category: facts.category,
  description: facts.description,
  available: unavailable === undefined,
  ...omitUndefined({ unavailable }),
  mayCall: allowed,
  requiresPhi: facts.requiresPhi,
  requiresConfirmation: facts.requiresConfirmation,
  riskLevel: facts.riskLevel,
  rateLimit: facts.rateLimit,
  timeoutSeconds: facts.timeoutSeconds,
  permission: facts.permission,
  sends: facts.sends,
  ...omitUndefined({ phiOutside: facts.phiOutside }),
  arguments: argumentsSchema,
  result: resultSchema,
});

/**
 * The tools in the requested format. Models get only those that the caller may call; `json` lists all, and how to
 * enable unconfigured ones.
 */
export const listTools = (
  registry: ToolRegistry,
  format: ToolFormat,
  caller: ToolCaller,
): z.input<typeof toolListRepresentation> => {
  if (format === 'json')
    return registry.all().map((tool) => toolInFull(tool, registry.mayCall(tool, caller)));
  const callable = callableTools(registry, caller);
  if (format === 'mcp') return callable.map(mcpTool);
  if (format === 'openai-realtime')
    return callable.map((tool) => ({ type: 'function' as const, ...functionOf(tool) }));
  return callable.map((tool) => ({ type: 'function' as const, function: functionOf(tool) }));
};
