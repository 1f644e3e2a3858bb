import { z } from 'zod';
import { defineTool } from '../../consumers/tools/define-tool.ts';
import type { ToolDefinition } from '../../domain/tools/tool-definition.ts';
import type { RegisteredTool, ToolContext } from '../../ports/tool.ts';

const args = z.strictObject({
  query: z.string().min(1).max(30_000).describe('What to look for'),
  about: z.array(z.string().max(200)).max(5).optional().describe('Narrower'),
  age: z.int().min(0).max(130).optional().describe('Years'),
});
const result = z.strictObject({ found: z.string(), total_count: z.int() });
export type Found = z.input<typeof result>;

type Changes = Partial<Omit<ToolDefinition<typeof args, typeof result>, 'arguments' | 'result'>>;

/** A look-up tool with the given handler and terms. */
export const testTool = (
  changes: Changes = {},
  handler: (given: z.output<typeof args>, context: ToolContext<Found>) => Promise<Found> = async ({
    query,
  }) => ({ found: query, total_count: 1 }),
): RegisteredTool =>
  defineTool({
    name: 'look_up',
    category: 'search',
    description: 'Looks something up.',
    requiresPhi: false,
    requiresConfirmation: false,
    riskLevel: 'low',
    rateLimit: 30,
    timeoutSeconds: 30,
    permission: 'tools:call',
    sends: 'nothing',
    afterCrash: 'repeat',
    ...changes,
    arguments: args,
    result,
    handler,
  });

/** The terms of a tool that needs confirmation. */
export const toBeConfirmed = {
  requiresConfirmation: true,
  confirmationPrompt: ({ query }: { readonly query: string }) => `Look up ${query}?`,
} as const;

/** The terms of a tool that sends its arguments off the premises. */
export const sendingOffPremises = (phiOutside: 'redact' | 'refuse') =>
  ({ sends: 'outside', phiOutside }) as const;
