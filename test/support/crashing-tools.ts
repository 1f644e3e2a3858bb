import { appendFileSync } from 'node:fs';
import { z } from 'zod';
import { defineTool } from '../../consumers/tools/define-tool.ts';
import type { RegisteredTool } from '../../ports/tool.ts';

/** Where a tool hangs until its process is killed: before its effect, after it, or never. */
export const hangPoints = ['before', 'after', 'never'] as const;

const common = {
  category: 'task',
  requiresPhi: false,
  requiresConfirmation: true,
  riskLevel: 'medium',
  rateLimit: 100,
  timeoutSeconds: 60,
  permission: 'tools:call',
  sends: 'on-premises',
} as const;

/**
 * Tools with countable effects: a line in a file for each, `<name> <idempotency key>`. One tool may run once, the other
 * may be repeated under the same key. In a process that is to be killed they hang according to their arguments.
 */
export const crashingTools = (
  effectsFile: string,
  hangs: boolean,
  onHanging: () => void = () => {},
): readonly RegisteredTool[] =>
  (['unknown', 'repeat'] as const).map((afterCrash) =>
    defineTool({
      ...common,
      name: `do_${afterCrash}`,
      description: 'Has an effect that can be counted.',
      afterCrash,
      arguments: z.strictObject({
        name: z.string().max(50).describe('Of the effect'),
        hang: z.enum(hangPoints).describe('Where the process is killed'),
      }),
      result: z.strictObject({ done: z.boolean() }),
      confirmationPrompt: ({ name, hang }) => `Do ${name}, hang ${hang}?`,
      handler: async ({ name, hang }, { idempotencyKey }) => {
        const wait = (): Promise<never> => {
          onHanging();
          return new Promise(() => {});
        };
        if (hangs && hang === 'before') return wait();
        appendFileSync(effectsFile, `${name} ${idempotencyKey}\n`);
        return hangs && hang === 'after' ? wait() : { done: true };
      },
    }),
  );
