import type { z } from 'zod';
import { isAllowed, type Role } from '../../domain/kernel/actor.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { toolListRepresentation } from '../representations/tool-representation.ts';

/** For whom tools are listed: models by the form that their client sends on, people and programs by `json`. */
export const toolFormats = ['json', 'openai-chat', 'openai-realtime', 'mcp'] as const;
export type ToolFormat = (typeof toolFormats)[number];

/** Whether somebody in these roles may call a tool. */
const mayCall = ({ facts }: Pick<RegisteredTool, 'facts'>, roles: readonly Role[]): boolean =>
  isAllowed(roles, 'tools:call') && isAllowed(roles, facts.permission);

/** The tools that a client may call: configured here, and allowed to them. */
export const callableTools = (
  tools: readonly RegisteredTool[],
  roles: readonly Role[],
): readonly RegisteredTool[] =>
  tools.filter((tool) => tool.unavailable === undefined && mayCall(tool, roles));

/** As `tools/list` of the Model Context Protocol has it (2025-11-25). */
export const mcpTool = ({ name, facts, argumentsSchema }: RegisteredTool) => ({
  name,
  description: facts.description,
  inputSchema: { ...argumentsSchema, type: 'object' as const },
  // Hints for the client's own questions; what holds is decided here, whatever a client makes of them.
  annotations: {
    readOnlyHint: !facts.requiresConfirmation,
    ...(facts.requiresConfirmation ? { destructiveHint: false, idempotentHint: false } : {}),
    openWorldHint: facts.sends === 'outside',
  },
});

/** The `function` of a model of OpenAI's: in chat completions one level down, in realtime sessions flat. */
const functionOf = ({ name, facts, argumentsSchema }: RegisteredTool) => ({
  name,
  description: facts.description,
  parameters: argumentsSchema,
});

/** Everything that is known of a tool, whether it can be called or not. */
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
 * The tools in the form that a client asks for. Models get only those that the caller may call; `json` lists all, and
 * for unconfigured ones how to enable them.
 */
export const listTools = (
  tools: readonly RegisteredTool[],
  format: ToolFormat,
  roles: readonly Role[],
): z.input<typeof toolListRepresentation> => {
  if (format === 'json') return tools.map((tool) => toolInFull(tool, mayCall(tool, roles)));
  const callable = callableTools(tools, roles);
  if (format === 'mcp') return callable.map(mcpTool);
  if (format === 'openai-realtime')
    return callable.map((tool) => ({ type: 'function' as const, ...functionOf(tool) }));
  return callable.map((tool) => ({ type: 'function' as const, function: functionOf(tool) }));
};
