import { mayCallTool, type ToolAccess } from '../../domain/tools/tool-access.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';

/**
 * Collects tools. Throws when two have the same name, so that the process does not start.
 *
 * @param access the tools that only some may call, as set now
 */
export const createToolRegistry = (
  tools: readonly RegisteredTool[],
  access: () => ToolAccess = () => [],
): ToolRegistry => {
  const byName = new Map<string, RegisteredTool>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`The tool ${tool.name} is defined twice.`);
    byName.set(tool.name, tool);
  }
  const sorted = [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    all: () => sorted,
    find: (name) => byName.get(name),
    mayCall: ({ facts }, caller) => mayCallTool(facts, caller, access()),
  };
};
