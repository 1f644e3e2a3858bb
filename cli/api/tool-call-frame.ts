import type { z } from 'zod';
import { toolConfirmationRepresentation } from '../../read-api/representations/tool-call-representation.ts';
import { toolActivity } from '../../read-api/streams/frames.ts';
import type { StreamItem } from './read-event-stream.ts';

/** What streams tell of calls of tools. */
export type ToolCallFrame =
  | { readonly kind: 'confirmation'; readonly confirmation: z.output<typeof toolConfirmationRepresentation> }
  | { readonly kind: 'activity'; readonly activity: z.output<typeof toolActivity> };

/** Reads a message; `undefined` for one of a kind that a newer server tells. */
export const toolCallFrameOf = (
  message: Extract<StreamItem, { kind: 'message' }>,
): ToolCallFrame | undefined => {
  const data: unknown = JSON.parse(message.data);
  if (message.event === 'tool_confirmation')
    return { kind: 'confirmation', confirmation: toolConfirmationRepresentation.parse(data) };
  return message.event === 'tool_activity'
    ? { kind: 'activity', activity: toolActivity.parse(data) }
    : undefined;
};
