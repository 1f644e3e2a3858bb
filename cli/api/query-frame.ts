import type { QueryDraft, QueryProgress } from '../../client/api.generated.ts';
import type { StreamEvent } from '../../client/operation-types.ts';
import { type ToolCallFrame, toolCallFrameOf } from './tool-call-frame.ts';
import { unreadableEvent } from './unreadable-event.ts';

/** The events of a query's stream that the command line shows. */
export type QueryFrame =
  | { readonly kind: 'progress'; readonly step: QueryProgress }
  | { readonly kind: 'draft'; readonly draft: QueryDraft }
  /** From the tool calls of the query. */
  | ToolCallFrame
  /** The query has ended. Its read model has the outcome once it has reached `position`. */
  | { readonly kind: 'end'; readonly position: number };

const endings: readonly string[] = ['answer', 'clarifying', 'failed', 'cancelled'];

/**
 * Reads an event; `undefined` for one that is not shown, or of a kind that only a newer server sends.
 *
 * @throws CliError if the event cannot be read but must not be skipped
 */
export const queryFrameOf = ({
  id,
  event,
}: StreamEvent<'/api/queries/{id}/stream'>): QueryFrame | undefined => {
  if (event === undefined) return undefined;
  // The outcome itself is read from the API.
  if (endings.includes(event.name)) return { kind: 'end', position: Number(id) };
  switch (event.kind) {
    case 'draft':
      return { kind: 'draft', draft: event.data };
    case 'progress':
      return { kind: 'progress', step: event.data };
    case 'tool_confirmation':
    case 'tool_activity':
      return toolCallFrameOf(event);
    case 'unreadable':
      if (event.name === 'draft') throw unreadableEvent(event.name);
      return toolCallFrameOf(event);
    default:
      return undefined;
  }
};
