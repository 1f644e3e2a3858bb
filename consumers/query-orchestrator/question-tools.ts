import type { ActionIntent } from '../../domain/consultation/action-intent/action-intent.ts';
import type { AnswerToolCall, RoundToolCall } from '../../domain/consultation/called-tool.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { ToolResult } from '../../domain/tools/tool-result.ts';
import type { Fence } from '../../ports/leases.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';

/** The state of a tool call made for a question. */
export type ObservedToolCall = AnswerToolCall & {
  /** Its result; absent while it is running. */
  readonly result?: ToolResult;
  /** Whether the result holds PHI and must not go to a model in the cloud. */
  readonly phi: boolean;
};

/** The person and the occasion for which tools are called. */
export type ToolOccasion = {
  /** The event that began the round: tools are called for its author, in the author's role. */
  readonly asked: RecordedEvent;
  readonly queryId: string;
  readonly conversationId?: string | undefined;
  readonly fence: Fence;
};

/** The tools, as questions use them. */
export type QuestionTools = {
  readonly registry: ToolRegistry;
  /** Records a call as requested. Harmless when repeated. */
  readonly request: (call: RoundToolCall, occasion: ToolOccasion) => Promise<void>;
  /** Returns the state of a call; undefined when it has not been requested. */
  readonly look: (toolCallId: string) => Promise<ObservedToolCall | undefined>;
  /** Cancels a call that is no longer wanted. Harmless when it has ended or was never requested. */
  readonly cancel: (toolCallId: string, because: RecordedEvent, fence: Fence) => Promise<void>;
  /** Reads, by rules, the action that a text asks for; "tomorrow" counts from `at`. */
  readonly readAction: (text: string, at: string) => ActionIntent | undefined;
  /** The time zone of the askers. */
  readonly timeZone: string;
};
