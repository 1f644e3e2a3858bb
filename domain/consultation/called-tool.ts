import { z } from 'zod';
import { uuidSchema } from '../kernel/identifiers.ts';

/** Rounds of tool calls allowed in each round of a question; after the last, it is answered without tools. */
export const MAX_TOOL_ROUNDS = 4;
/** Tool calls allowed in each round of a question. */
export const MAX_TOOL_CALLS = 8;

const toolCallShape = {
  toolCallId: uuidSchema,
  tool: z.string().min(1).max(64),
};

/** A pending tool call of a question. */
export const roundToolCallSchema = z.strictObject({
  ...toolCallShape,
  arguments: z.record(z.string(), z.unknown()),
  /** The call's id within the question: built from the model call and the id given there, or from the round. */
  modelCallId: z.string().min(1).max(80),
});
export type RoundToolCall = z.output<typeof roundToolCallSchema>;

/** The possible states of a tool call. */
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

/** A tool call of a question, with its outcome. */
export const answerToolCallSchema = z.strictObject({ ...toolCallShape, status: z.enum(toolCallStatuses) });
export type AnswerToolCall = z.output<typeof answerToolCallSchema>;
