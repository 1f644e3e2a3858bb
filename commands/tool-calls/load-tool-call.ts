import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { toolCallDecider } from '../../domain/tools/tool-call-decider.ts';
import type { ToolCallState } from '../../domain/tools/tool-call-state.ts';
import type { CommandServices } from '../runtime/command-definition.ts';
import { type Loaded, loadState } from '../runtime/execute-decider.ts';

/**
 * The current state of a call, and what its further events share: the subject whose key seals them, and whether they
 * hold PHI.
 */
type LoadedToolCall = {
  readonly seen: Loaded<ToolCallState>;
  readonly subject?: string;
  readonly phi: boolean;
};

/** Loads the state on which commands about a call decide; a call that was never requested has the status `none`. */
export const loadToolCall = async (
  toolCallId: string,
  services: Pick<CommandServices, 'eventStore' | 'states'>,
): Promise<LoadedToolCall> => {
  const { first, ...seen } = await loadState(services, toolCallDecider, streamIdOf('tool_call', toolCallId));
  const subject = first?.metadata.subject;
  return { seen, ...(subject === undefined ? {} : { subject }), phi: first?.metadata.phi ?? false };
};
