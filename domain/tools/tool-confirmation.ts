import { z } from 'zod';
import { uuidSchema } from '../kernel/identifiers.ts';
import type { DataOf } from './tool-call-state.ts';

/**
 * The data that a front end shows a person to confirm a call (tools, "Confirmation Flow"): everything that will be
 * sent.
 */
export const toolConfirmationSchema = z.object({
  type: z.literal('tool_confirmation'),
  toolCallId: uuidSchema,
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).meta({ description: 'Exactly what will be sent.' }),
  prompt: z.string().meta({ description: 'What to ask the person, with every member that will be sent.' }),
  expiresAt: z.string().meta({ description: 'From then on no answer counts. ISO 8601 UTC.' }),
});
export type ToolConfirmation = Readonly<z.output<typeof toolConfirmationSchema>>;

/** The confirmation from its event, without the event's other data. */
export const toolConfirmationOf = ({
  toolCallId,
  tool,
  arguments: args,
  prompt,
  expiresAt,
}: Omit<DataOf<'ToolConfirmationRequested'>, 'queryId' | 'sessionId'>): ToolConfirmation => ({
  type: 'tool_confirmation',
  toolCallId,
  tool,
  arguments: args,
  prompt,
  expiresAt,
});
