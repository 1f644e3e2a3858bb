import type { ClinicalContext } from '../domain/consultation/clinical-context.ts';
import type { FailureReason } from '../domain/kernel/failure.ts';
import type { JsonObject } from '../domain/kernel/json-object.ts';
import type { Result } from '../domain/kernel/result.ts';
import type { ToolCitation } from '../domain/tools/tool-citation.ts';
import type { ToolFacts, ToolInvocation } from '../domain/tools/tool-definition.ts';

/** The context of one tool call. */
export type ToolContext<Output = JsonObject> = {
  readonly toolCallId: string;
  /**
   * The same in every attempt at this call, even after a crash: a service that received it before does not repeat the
   * action.
   */
  readonly idempotencyKey: string;
  /** The person for whom it is called. */
  readonly user: string;
  /** The conversation of the call, to which the person may contribute. */
  readonly conversationId?: string;
  /**
   * Aborts on timeout, when the call is cancelled, or when another process has taken over. Pass it on to everything.
   */
  readonly signal: AbortSignal;
  /** The known facts about the conversation's patient. */
  readonly clinicalContext?: ClinicalContext;
  /** Reports a partial result, which is used if the call times out. The last one counts. */
  readonly partial: (result: Output) => void;
  /** Adds sources that the result itself does not contain; they precede those derived by `citations`. */
  readonly cite: (...citations: readonly ToolCitation[]) => void;
  /** Marks the result as PHI, even if nothing in it looks like it. */
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
  /**
   * The summary that a person must confirm; shows everything that will be sent. Present if the tool requires
   * confirmation.
   */
  readonly prompt?: string;
  /**
   * Makes the call. Rejects with a Failure: the tool's own, `internal_error` if its result breaks its contract,
   * `payload_too_large` if it is too large. `details.outcome: 'unknown'` means that it may have taken effect.
   */
  readonly run: (context: ToolRunContext) => Promise<ToolOutput>;
  /** The call to offer instead when the external service has failed. */
  readonly fallback?: ToolInvocation;
};

/** A tool as seen by the rest of the program. */
export type RegisteredTool = {
  readonly name: string;
  readonly facts: ToolFacts;
  /** JSON Schema of its input and its output. */
  readonly argumentsSchema: JsonObject;
  readonly resultSchema: JsonObject;
  /** Why it cannot be called here: a sentence that names the setting that enables it. */
  readonly unavailable?: string;
  /** Refuses with `validation_error`, whose issues contain no values. */
  readonly prepare: (input: unknown) => Result<PreparedToolCall, FailureReason>;
};
