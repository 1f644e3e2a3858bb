/** The outcome of an operation that may be refused: a value or a typed reason. Never thrown inside `domain/`. */
export type Result<Value, Reason> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Reason };

/** Wraps a value as the successful outcome. */
export const ok = <Value>(value: Value): Result<Value, never> => ({ ok: true, value });

/** Wraps a reason as the refused outcome. */
export const err = <Reason>(error: Reason): Result<never, Reason> => ({ ok: false, error });
