import { err, type Result } from './result.ts';

/**
 * The codes of all refusals. The set is closed: a new code changes the public contract. Their HTTP statuses are defined
 * in one place, `read-api/failure-response.ts`.
 */
export const failureCodes = [
  'validation_error',
  'unauthenticated',
  'permission_denied',
  'not_found',
  'method_not_allowed',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'rule_violated',
  'rate_limit_exceeded',
  'external_api_error',
  'unavailable',
  'timeout',
  'internal_error',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** JSON-safe facts about a failure. Must never hold PHI: they are logged and sent to clients. */
type FailureDetails = Readonly<
  Record<string, string | number | boolean | null | readonly FieldIssue[] | readonly string[]>
>;

/** One thing wrong with one field of an input. `path` is a dotted path such as `filters.specialty`. */
export type FieldIssue = { readonly path: string; readonly message: string };

/** A refusal as data: what a decider returns and what crosses process boundaries. */
export type FailureReason = {
  readonly code: FailureCode;
  /** One sentence for a person: what is wrong and, where it helps, what to do next. Free of PHI. */
  readonly message: string;
  readonly details?: FailureDetails;
  /** The part that failed, e.g. `search-index`, when that helps an operator. */
  readonly component?: string;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number;
  /** The substitute for an answer, if the failure matrix provides one. */
  readonly fallbackResponse?: string;
};

/** The only error class thrown on purpose, outside `domain/`. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly reason: FailureReason;

  constructor(reason: FailureReason, options?: ErrorOptions) {
    super(reason.message, options);
    this.reason = reason;
  }
}

/** The seconds after which an error says that a retry makes sense. */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof Failure ? error.reason.retryAfter : undefined;

/** Builds a refusal. */
export const failure = (
  code: FailureCode,
  message: string,
  extra: Omit<FailureReason, 'code' | 'message'> = {},
): FailureReason => ({ code, message, ...extra });

/** Shorthand for deciders: a refusal as a `Result`. */
export const refuse = (
  code: FailureCode,
  message: string,
  extra: Omit<FailureReason, 'code' | 'message'> = {},
): Result<never, FailureReason> => err(failure(code, message, extra));

/** Returns the value of a result, or throws its reason as a `Failure`. For use outside `domain/`. */
export const unwrap = <Value>(result: Result<Value, FailureReason>): Value => {
  if (result.ok) return result.value;
  throw new Failure(result.error);
};
