import { inSpan } from '../../../ports/in-span.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import type { ToolRegistry } from '../../../ports/tool-registry.ts';
import type { TraceScope } from '../../../ports/trace-scope.ts';

const traced = (tool: RegisteredTool, traces: Pick<TraceScope, 'open'>): RegisteredTool => ({
  ...tool,
  prepare: (input) => {
    const prepared = tool.prepare(input);
    if (!prepared.ok) return prepared;
    const { run } = prepared.value;
    return {
      ...prepared,
      value: {
        ...prepared.value,
        run: (context) =>
          inSpan(
            traces,
            { name: `tool ${tool.name}`, kind: 'internal', attributes: { 'anamnesis.tool': tool.name } },
            () => run(context),
          ),
      },
    };
  },
});

/** Records a span for each run of a tool. */
export const traceTools = (registry: ToolRegistry, traces: Pick<TraceScope, 'open'>): ToolRegistry => {
  const all = registry.all().map((tool) => traced(tool, traces));
  const byName = new Map(all.map((tool) => [tool.name, tool]));
  return { ...registry, all: () => all, find: (name) => byName.get(name) };
};
