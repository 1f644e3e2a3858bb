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

/** The stream of one call while it is carried out: its events, and the way to append to it. */
export type ToolCallRecord = {
  readonly streamId: StreamId;
  readonly state: () => ToolCallState;
  /** The revision that `state` is of. */
  readonly revision: () => Revision;
  /** Whether what the call was asked for with holds PHI. */
  readonly phi: boolean;
  /**
   * Appends what a command comes to, under the fence, and answers the events that this one appended. The state after it is
   * that of the log, where somebody else was faster.
   */
  readonly record: (
    command: ToolCallCommand,
    about?: { readonly phi: boolean },
  ) => Promise<readonly ToolCallEvent[]>;
};

/**
 * Opens the stream of a call by the event that is delivered. A first delivery of what needs no confirmation is taken for
 * the first: when more has happened since, the first append meets a conflict and the stream is read.
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
        commands: [command],
        // Never a derived id: with that, the log would take what a former delivery appended for this one's, and a tool
        // that may be called once would be called twice.
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
