import { estimateTokens } from '../../domain/consultation/answering/build-prompt.ts';
import type { ModelTool } from '../../ports/language-model.ts';
import type { RegisteredTool } from '../../ports/tool.ts';

/** As many tool descriptions as fit within the tokens; the tools come best match first. */
export const toolsWithinBudget = (tools: readonly RegisteredTool[], tokens: number): readonly ModelTool[] => {
  let left = tokens;
  const fitting: ModelTool[] = [];
  for (const { name, facts, argumentsSchema } of tools) {
    const tool = { name, description: facts.description, parameters: argumentsSchema };
    left -= estimateTokens(JSON.stringify(tool));
    if (left < 0) break;
    fitting.push(tool);
  }
  return fitting;
};
