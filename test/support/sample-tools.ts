import { z } from 'zod';
import { defineTool } from '../../consumers/tools/define-tool.ts';
import type { RegisteredTool, ToolContext } from '../../ports/tool.ts';

const common = {
  requiresPhi: false,
  riskLevel: 'low',
  rateLimit: 30,
  timeoutSeconds: 30,
  permission: 'tools:call',
} as const;

const echoResult = z.strictObject({ said: z.string() });

/** Repeats a text. */
export const echoTool = (
  handler: (
    args: { readonly words: string },
    context: ToolContext<{ said: string }>,
  ) => Promise<{ said: string }> = async ({ words }) => ({ said: words }),
): RegisteredTool =>
  defineTool({
    ...common,
    name: 'say_words',
    category: 'calculation',
    requiresConfirmation: false,
    description: 'Repeats a text.',
    sends: 'nothing',
    afterCrash: 'repeat',
    arguments: z.strictObject({
      words: z.string().min(1).max(200).describe('What to say'),
      times: z.int().min(1).max(5).default(1).describe('How often'),
    }),
    result: echoResult,
    citations: ({ said }) => [{ text: said, sourceType: 'test', sourceTitle: 'What was said' }],
    handler: (args, context) => handler(args, context),
  });

/** Books a room, after confirmation. */
export const bookTool = (
  handler: (
    args: { readonly room: string },
    context: ToolContext<{ said: string }>,
  ) => Promise<{ said: string }> = async ({ room }) => ({ said: `Booked ${room}` }),
): RegisteredTool =>
  defineTool({
    ...common,
    name: 'book_room',
    category: 'calendar',
    description: 'Books a room.',
    requiresConfirmation: true,
    sends: 'on-premises',
    afterCrash: 'unknown',
    arguments: z.strictObject({
      room: z.string().min(1).max(100).describe('Name of the room'),
      seats: z.int().min(1).max(50).default(4).describe('How many people come'),
    }),
    result: echoResult,
    confirmationPrompt: ({ room, seats }) => `Shall I book ${room} for ${seats} people?`,
    handler: (args, context) => handler(args, context),
  });

/** A search that is not configured. */
export const unavailableTool: RegisteredTool = defineTool({
  ...common,
  name: 'search_elsewhere',
  category: 'search',
  description: 'Searches elsewhere.',
  requiresConfirmation: false,
  sends: 'outside',
  phiOutside: 'refuse',
  afterCrash: 'repeat',
  unavailable: 'Set ELSEWHERE_KEY to search elsewhere.',
  arguments: z.strictObject({ query: z.string().max(200).describe('What to look for') }),
  result: echoResult,
  handler: async () => ({ said: 'never' }),
});
