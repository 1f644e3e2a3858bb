import type { ClinicalContext } from '../domain/consultation/clinical-context.ts';
import type { FailureReason } from '../domain/kernel/failure.ts';
import type { JsonObject } from '../domain/kernel/json-object.ts';
import type { Result } from '../domain/kernel/result.ts';
import type { ToolCitation } from '../domain/tools/tool-citation.ts';
import type { ToolFacts, ToolInvocation } from '../domain/tools/tool-definition.ts';

/** Under which terms a tool works on one call. */
export type ToolContext<Output = JsonObject> = {
  readonly toolCallId: string;
  /**
   * The same in every attempt at this call, also after a crash: a service that received it before does not repeat the
   * action.
   */
  readonly idempotencyKey: string;
  /** The person for whom it is called. */
  readonly user: string;
  /** The conversation that it is called in, to which the person may contribute. */
  readonly conversationId?: string;
  /** Aborts when the time is up, the call is cancelled, or another process has the work. To be passed to everything. */
  readonly signal: AbortSignal;
  /** The known facts about the conversation's patient. */
  readonly clinicalContext?: ClinicalContext;
  /** What there is so far: given in place of a result when the time runs out. The last one counts. */
  readonly partial: (result: Output) => void;
  /** Adds the sources of the result where its own members do not hold them; before those derived by `citations`. */
  readonly cite: (...citations: readonly ToolCitation[]) => void;
  /** Marks the result as PHI, even where nothing looks like it. */
  readonly phi: () => void;
};

/** The result of a tool. */
export type ToolOutput = { readonly result: JsonObject; readonly citations: readonly ToolCitation[] };

export type ToolRunContext = Omit<ToolContext, 'partial' | 'cite'> & {
  readonly partial: (output: ToolOutput) => void;
};

/** A call with valid arguments. */
export type PreparedToolCall = {
  /** With defaults filled in. */
  readonly arguments: JsonObject;
  /** The summary a person must agree to; shows everything that will be sent. Where the tool requires confirmation. */
  readonly prompt?: string;
  /**
   * Makes the call. Rejects with a Failure: the tool's own, or `internal_error` where its result breaks its contract,
   * and `payload_too_large` where it is too large. `details.outcome: 'unknown'` means that it may have taken effect.
   */
  readonly run: (context: ToolRunContext) => Promise<ToolOutput>;
  /** What may be asked instead when the service outside has failed. */
  readonly fallback?: ToolInvocation;
};

/** A tool as everything beside itself sees it. */
export type RegisteredTool = {
  readonly name: string;
  readonly facts: ToolFacts;
  /** JSON Schema of its input and its output. */
  readonly argumentsSchema: JsonObject;
  readonly resultSchema: JsonObject;
  /** Why it cannot be called here: a sentence that names the setting which switches it on. */
  readonly unavailable?: string;
  /** Refuses with `validation_error`, whose issues hold no values. */
  readonly prepare: (input: unknown) => Result<PreparedToolCall, FailureReason>;
};
