import type { ActionIntent } from '../../domain/consultation/action-intent/action-intent.ts';
import type { AnswerToolCall, RoundToolCall } from '../../domain/consultation/called-tool.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { ToolResult } from '../../domain/tools/tool-result.ts';
import type { Fence } from '../../ports/leases.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';

/** The state of a call that was made for a question. */
export type ObservedToolCall = AnswerToolCall & {
  /** What came of it; absent while it goes on. */
  readonly result?: ToolResult;
  /** Whether that holds PHI, and goes to no model in the cloud. */
  readonly phi: boolean;
};

/** For whom, and on what occasion, tools are called. */
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
  /** Puts a call on record as wanted. Harmless when repeated. */
  readonly request: (call: RoundToolCall, occasion: ToolOccasion) => Promise<void>;
  /** `undefined` where it has not been requested. */
  readonly look: (toolCallId: string) => Promise<ObservedToolCall | undefined>;
  /** Cancels a call for somebody who does not want it any more. Harmless where it has ended, or was never requested. */
  readonly cancel: (toolCallId: string, because: RecordedEvent, fence: Fence) => Promise<void>;
  /** Reads, by rules, the action that a text asks for; `at` is what "tomorrow" is counted from. */
  readonly readAction: (text: string, at: string) => ActionIntent | undefined;
  /** Of those who ask. */
  readonly timeZone: string;
};
