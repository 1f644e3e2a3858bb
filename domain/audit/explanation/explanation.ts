import type { ModelUsage } from '../../consultation/model-usage.ts';
import type { DataOf } from '../../consultation/query-state.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Position } from '../../kernel/event.ts';
import type { AccessBasis } from '../../ownership/access-grounds.ts';
import type { ToolCallStatus } from '../../tools/tool-call-state.ts';
import type { ToolResult } from '../../tools/tool-result.ts';

/** The time of an event, and the actor that recorded it. */
type OnRecord = {
  readonly position: Position;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Milliseconds since the question was asked. */
  readonly milliseconds: number;
  readonly by: Actor;
  /** Set when its sensitive content has been erased, so that replacements stand for it. */
  readonly erased?: true;
};

/** The content of an event with its time and actor; the query's owner is given once for all. */
export type Recorded<Data extends object> = Readonly<Omit<Data, 'queryId' | 'conversationId'>> & OnRecord;

/** One pass through the steps; a second one follows the reply to a clarifying question. */
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

/** A call of a language model: its record from before the call, and how it ended. */
export type ExplainedModelCall = Recorded<DataOf<'ModelCalled'>> & {
  /** Null when the caller crashed or the call is under way. */
  readonly ended: Recorded<DataOf<'ModelCallEnded'>> | null;
};

/** A tool call for the question, with each of its steps. */
export type ExplainedToolCall = {
  readonly toolCallId: string;
  readonly tool: string;
  readonly status: ToolCallStatus;
  readonly requestedBy: string;
  /** The arguments as they were sent, or would have been. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The confirmation prompt; null when no one was asked. */
  readonly prompt: string | null;
  /** Whether data was redacted from the arguments because it may not leave the premises. */
  readonly redacted: boolean;
  /** Whether the result holds PHI. */
  readonly phi: boolean;
  /** Null while it is running. */
  readonly result: ToolResult | null;
  /** Its events, by their types. */
  readonly steps: readonly (OnRecord & { readonly what: string })[];
};

export type Ending =
  | ({ readonly status: 'answered' } & Recorded<DataOf<'QueryAnswered'>>)
  | ({ readonly status: 'failed' } & Recorded<DataOf<'QueryFailed'>>)
  | ({ readonly status: 'cancelled' } & Recorded<DataOf<'QueryCancelled'>>);

/** A reading of the answer, alone or within its conversation. */
export type ExplainedReading = OnRecord & {
  readonly of: 'answer' | 'conversation';
  readonly basis: AccessBasis | null;
  readonly reason: string | null;
};

export type ExplainedReview =
  | ({ readonly what: 'disputed' } & Recorded<DataOf<'PhiDetectionDisputed'>>)
  | ({ readonly what: 'resolved' } & Recorded<DataOf<'ReviewResolved'>>);

/** A rule that the log is checked against, and the events that keep or break it. */
export type Finding = {
  readonly rule: string;
  /** Null when it cannot be checked, because what it is about has been erased. */
  readonly holds: boolean | null;
  readonly positions: readonly Position[];
};

/** How one question was answered, from the log alone. */
export type Explanation = {
  readonly queryId: string;
  readonly conversationId: string | null;
  readonly status: 'pending' | 'clarifying' | Ending['status'];
  /** Whether content of the question or its answer has been erased. */
  readonly erased: boolean;
  readonly asked: Recorded<DataOf<'QueryAsked'>>;
  readonly rounds: readonly ExplainedRound[];
  readonly ending: Ending | null;
  readonly toolCalls: readonly ExplainedToolCall[];
  readonly usage: ModelUsage | null;
  readonly feedback: readonly Recorded<DataOf<'FeedbackGiven'>>[];
  /** Reports that the detection of PHI was wrong, and the outcome of their reviews. */
  readonly reviews: readonly ExplainedReview[];
  readonly readings: readonly ExplainedReading[];
  readonly findings: readonly Finding[];
};
