import type { RegisteredTool } from '../../ports/tool.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';

/** Collects tools. Throws when two have the same name, so that the process does not start. */
export const createToolRegistry = (tools: readonly RegisteredTool[]): ToolRegistry => {
  const byName = new Map<string, RegisteredTool>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`The tool ${tool.name} is defined twice.`);
    byName.set(tool.name, tool);
  }
  const sorted = [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { all: () => sorted, find: (name) => byName.get(name) };
};
