import { executeDecider, type Loaded, startedBy } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { loadToolCall } from '../../commands/tool-calls/load-tool-call.ts';
import type { RecordedEvent, Revision, StreamId } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { type ToolCallCommand, toolCallDecider } from '../../domain/tools/tool-call-decider.ts';
import { type ToolCallEvent, toolCallRequested } from '../../domain/tools/tool-call-events.ts';
import type { ToolCallState } from '../../domain/tools/tool-call-state.ts';
import type { Delivery } from '../runner/delivery.ts';
import type { ToolExecutorServices } from './tool-executor-services.ts';

export const TOOL_EXECUTOR = 'tool-executor';

/** The stream of a tool call being carried out: its state, and the means to append to it. */
export type ToolCallRecord = {
  readonly streamId: StreamId;
  readonly state: () => ToolCallState;
  /** The revision of `state`. */
  readonly revision: () => Revision;
  /** Whether the request of the call holds PHI. */
  readonly phi: boolean;
  /**
   * Appends the events of one or more commands together under the fence, and returns the events that this call
   * appended. Afterwards the state is that of the log, even if another process was faster.
   */
  readonly record: (
    command: ToolCallCommand | readonly ToolCallCommand[],
    about?: { readonly phi: boolean },
  ) => Promise<readonly ToolCallEvent[]>;
};

/**
 * Opens the stream of a call from the delivered event. The first delivery of a call that needs no confirmation is assumed
 * to be the whole stream: if more has happened, the first append conflicts and the stream is read.
 */
export const openToolCallRecord = async (
  event: RecordedEvent,
  { attempt, fence }: Pick<Delivery, 'attempt' | 'fence'>,
  services: ToolExecutorServices,
  isFirst: boolean,
): Promise<ToolCallRecord> => {
  const { streamId, metadata } = event;
  const known =
    isFirst && attempt === 1 && event.type === toolCallRequested.type
      ? { seen: startedBy(toolCallDecider, event), ...metadata }
      : await loadToolCall(streamId.slice('tool_call-'.length), services);
  const { phi, subject } = known;
  let seen: Loaded<ToolCallState> = known.seen;
  return {
    streamId,
    phi,
    state: () => seen.state,
    revision: () => seen.revision,
    record: async (command, about) => {
      const recorded = await executeDecider({
        decider: toolCallDecider,
        streamId,
        commands: [command].flat(),
        // Never a derived id: the log would then mistake the append of an earlier delivery for this one, and a tool that
        // may be called once would be called twice.
        context: systemContext(event, services.identity.newId(), TOOL_EXECUTOR, fence),
        services,
        seen,
        phi: phi || about?.phi === true,
        ...omitUndefined({ subject }),
      });
      seen = recorded;
      return recorded.events;
    },
  };
};
