import type { ModelUsage } from '../../consultation/model-usage.ts';
import type { DataOf } from '../../consultation/query-state.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Position } from '../../kernel/event.ts';
import type { AccessBasis } from '../../ownership/access-grounds.ts';
import type { ToolCallStatus } from '../../tools/tool-call-state.ts';
import type { ToolResult } from '../../tools/tool-result.ts';

/** When something happened, and by whom it was put on record. */
type OnRecord = {
  readonly position: Position;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Since the question was asked. */
  readonly milliseconds: number;
  readonly by: Actor;
};

/** What an event says, with when and by whom; whose query it is of is said once. */
export type Recorded<Data extends object> = Readonly<Omit<Data, 'queryId' | 'conversationId'>> & OnRecord;

/** One time through the steps; a second one follows the answer to a clarifying question. */
export type ExplainedRound = {
  readonly round: number;
  readonly screened: Recorded<DataOf<'PhiScreened'>> | null;
  readonly routed: Recorded<DataOf<'QueryRouted'>> | null;
  readonly searched: Recorded<DataOf<'SourcesSearched'>> | null;
  readonly calls: readonly ExplainedModelCall[];
  /** Each time that the question waited for tools. */
  readonly waits: readonly Recorded<DataOf<'QueryAwaitsTools'>>[];
  readonly askedBack: Recorded<DataOf<'ClarificationAsked'>> | null;
  readonly reply: Recorded<DataOf<'ClarificationAnswered'>> | null;
};

/** A call of a language model: what stood in the log before it, and how it ended. */
export type ExplainedModelCall = Recorded<DataOf<'ModelCalled'>> & {
  /** Null when the caller crashed, or it is under way. */
  readonly ended: Recorded<DataOf<'ModelCallEnded'>> | null;
};

/** A call of a tool that was made for the question, with each step of it. */
export type ExplainedToolCall = {
  readonly toolCallId: string;
  readonly tool: string;
  readonly status: ToolCallStatus;
  readonly requestedBy: string;
  /** As they were sent, or would have been. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the person was asked; null where no one was asked. */
  readonly prompt: string | null;
  /** Whether something was left out of them because it may not leave the premises. */
  readonly redacted: boolean;
  /** Whether the result holds PHI. */
  readonly phi: boolean;
  /** Null while it goes on. */
  readonly result: ToolResult | null;
  /** Its events, by their types. */
  readonly steps: readonly (OnRecord & { readonly what: string })[];
};

export type Ending =
  | ({ readonly status: 'answered' } & Recorded<DataOf<'QueryAnswered'>>)
  | ({ readonly status: 'failed' } & Recorded<DataOf<'QueryFailed'>>)
  | ({ readonly status: 'cancelled' } & Recorded<DataOf<'QueryCancelled'>>);

/** Somebody was shown the answer, by itself or within its conversation. */
export type ExplainedReading = OnRecord & {
  readonly of: 'answer' | 'conversation';
  readonly basis: AccessBasis | null;
  readonly reason: string | null;
};

export type ExplainedReview =
  | ({ readonly what: 'disputed' } & Recorded<DataOf<'PhiDetectionDisputed'>>)
  | ({ readonly what: 'resolved' } & Recorded<DataOf<'ReviewResolved'>>);

/** A rule that the log can be checked against, and the events that keep or break it. */
export type Finding = {
  readonly rule: string;
  readonly holds: boolean;
  readonly positions: readonly Position[];
};

/** How one question came to its answer, out of the log alone. */
export type Explanation = {
  readonly queryId: string;
  readonly conversationId: string | null;
  readonly status: 'pending' | 'clarifying' | Ending['status'];
  readonly asked: Recorded<DataOf<'QueryAsked'>>;
  readonly rounds: readonly ExplainedRound[];
  readonly ending: Ending | null;
  readonly toolCalls: readonly ExplainedToolCall[];
  readonly usage: ModelUsage | null;
  readonly feedback: readonly Recorded<DataOf<'FeedbackGiven'>>[];
  /** Who said that the detection of PHI was wrong, and what reviews came to. */
  readonly reviews: readonly ExplainedReview[];
  readonly readings: readonly ExplainedReading[];
  readonly findings: readonly Finding[];
};
