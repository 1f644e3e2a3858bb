import type { z } from 'zod';
import { queryDraft, queryProgress } from '../../read-api/streams/frames.ts';
import type { StreamItem } from './read-event-stream.ts';
import { type ToolCallFrame, toolCallFrameOf } from './tool-call-frame.ts';

export type QueryProgress = z.output<typeof queryProgress>;

/** What the stream of a query tells, as far as the command line shows it. */
export type QueryFrame =
  | { readonly kind: 'progress'; readonly step: QueryProgress }
  | { readonly kind: 'draft'; readonly draft: z.output<typeof queryDraft> }
  /** Of the tools that are called for it. */
  | ToolCallFrame
  /** The query has ended; `position` is that of the event, after which its read model tells how. */
  | { readonly kind: 'end'; readonly position: number };

const endings: readonly string[] = ['answer', 'clarifying', 'failed', 'cancelled'];

/** Reads a message; `undefined` for one that is not shown, or of a kind that a newer server tells. */
export const queryFrameOf = (message: Extract<StreamItem, { kind: 'message' }>): QueryFrame | undefined => {
  if (endings.includes(message.event)) return { kind: 'end', position: Number(message.id) };
  const data: unknown = JSON.parse(message.data);
  if (message.event === 'draft') return { kind: 'draft', draft: queryDraft.parse(data) };
  if (message.event !== 'progress') return toolCallFrameOf(message);
  const step = queryProgress.safeParse(data);
  return step.success ? { kind: 'progress', step: step.data } : undefined;
};
