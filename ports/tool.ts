import type { ClinicalContext } from '../domain/consultation/clinical-context.ts';
import type { FailureReason } from '../domain/kernel/failure.ts';
import type { JsonObject } from '../domain/kernel/json-object.ts';
import type { Result } from '../domain/kernel/result.ts';
import type { ToolCitation } from '../domain/tools/tool-citation.ts';
import type { ToolFacts, ToolInvocation } from '../domain/tools/tool-definition.ts';

/** Under which terms a tool works on one call. */
export type ToolContext<Output = JsonObject> = {
  readonly toolCallId: string;
  /** The same in every attempt at this call, also after a crash: what a service that heard it before does not do twice. */
  readonly idempotencyKey: string;
  /** The person for whom it is called. */
  readonly user: string;
  /** The conversation that it is called in, to which the person may contribute. */
  readonly conversationId?: string;
  /** Aborts when the time is up, the call is cancelled, or another process has the work. To be passed to everything. */
  readonly signal: AbortSignal;
  /** What is known of the patient of the conversation. */
  readonly clinicalContext?: ClinicalContext;
  /** What there is so far: given in place of a result when the time runs out. The last one counts. */
  readonly partial: (result: Output) => void;
  /** Adds what the result rests on, where its own members do not hold that; before what `citations` makes of them. */
  readonly cite: (...citations: readonly ToolCitation[]) => void;
  /** Says that the result holds PHI, also where nothing looks like it. */
  readonly phi: () => void;
};

/** What a tool gives. */
export type ToolOutput = { readonly result: JsonObject; readonly citations: readonly ToolCitation[] };

export type ToolRunContext = Omit<ToolContext, 'partial' | 'cite'> & {
  readonly partial: (output: ToolOutput) => void;
};

/** A call whose arguments are as they should be. */
export type PreparedToolCall = {
  /** With defaults filled in. */
  readonly arguments: JsonObject;
  /** What a person has to agree to; shows all that will be sent. Where the tool requires confirmation. */
  readonly prompt?: string;
  /**
   * Does it. Rejects with a Failure: what the tool says, or `internal_error` where its result is not what it promises, and
   * `payload_too_large` where that is too much. `details.outcome: 'unknown'` says that it may have taken effect.
   */
  readonly run: (context: ToolRunContext) => Promise<ToolOutput>;
  /** What may be asked instead when the service outside has failed. */
  readonly fallback?: ToolInvocation;
};

/** A tool as everything beside itself sees it. */
export type RegisteredTool = {
  readonly name: string;
  readonly facts: ToolFacts;
  /** JSON Schema of what it is given, and of what it gives. */
  readonly argumentsSchema: JsonObject;
  readonly resultSchema: JsonObject;
  /** Why it cannot be called here: a sentence that names the setting which switches it on. */
  readonly unavailable?: string;
  /** Refuses with `validation_error`, whose issues hold no values. */
  readonly prepare: (input: unknown) => Result<PreparedToolCall, FailureReason>;
};
