import { z } from 'zod';
import { uuidSchema } from '../kernel/identifiers.ts';

/** Times that a question may be given results of tools, in each of its rounds: after the last it is answered without. */
export const MAX_TOOL_ROUNDS = 4;
/** Tools that may be called for a question, in each of its rounds. */
export const MAX_TOOL_CALLS = 8;

const toolCallShape = {
  toolCallId: uuidSchema,
  tool: z.string().min(1).max(64),
};

/** A call of a tool that is to be made for a question. */
export const roundToolCallSchema = z.strictObject({
  ...toolCallShape,
  arguments: z.record(z.string(), z.unknown()),
  /** What it is called by within the question: by the model's call and the name that it gave there, or by the round. */
  modelCallId: z.string().min(1).max(80),
});
export type RoundToolCall = z.output<typeof roundToolCallSchema>;

/** How far calls of tools can have come. */
const toolCallStatuses = [
  'requested',
  'awaiting_confirmation',
  'running',
  'succeeded',
  'failed',
  'declined',
  'expired',
  'rejected',
  'timed_out',
  'cancelled',
  'unknown',
] as const;

/** A call of a tool that was made for a question, and what became of it. */
export const answerToolCallSchema = z.strictObject({ ...toolCallShape, status: z.enum(toolCallStatuses) });
export type AnswerToolCall = z.output<typeof answerToolCallSchema>;
