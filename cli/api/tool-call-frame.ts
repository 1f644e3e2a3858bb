import type { ToolActivity, ToolConfirmation } from '../../client/api.generated.ts';
import type { StreamEvent } from '../../client/operation-types.ts';
import { unreadableEvent } from './unreadable-event.ts';

/** The tool-call events of a stream. */
export type ToolCallFrame =
  | { readonly kind: 'confirmation'; readonly confirmation: ToolConfirmation }
  | { readonly kind: 'activity'; readonly activity: ToolActivity };

type ToolCallEvent = NonNullable<StreamEvent<'/api/tool-calls/stream'>['event']>;

/**
 * Reads an event; `undefined` for one of a kind that only a newer server sends.
 *
 * @throws CliError if the event cannot be read but must not be skipped
 */
export const toolCallFrameOf = (event: ToolCallEvent): ToolCallFrame | undefined => {
  switch (event.kind) {
    case 'tool_confirmation':
      return { kind: 'confirmation', confirmation: event.data };
    case 'tool_activity':
      return { kind: 'activity', activity: event.data };
    case 'unreadable':
      if (/^tool_/.test(event.name)) throw unreadableEvent(event.name);
      return undefined;
    default:
      return undefined;
  }
};
