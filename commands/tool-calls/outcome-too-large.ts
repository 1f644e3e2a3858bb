import { Failure } from '../../domain/kernel/failure.ts';
import type { ToolOutcome } from '../../domain/tools/tool-call-decider.ts';

/** Whether the log rejected a tool's result because it is too large or looks like sealed data. */
export const isOutcomeTooLarge = (error: unknown): error is Failure =>
  error instanceof Failure &&
  (error.reason.code === 'payload_too_large' || error.reason.code === 'internal_error');

/** The outcome recorded in its place. */
export const outcomeTooLarge = ({ reason: { code } }: Failure): ToolOutcome => ({
  type: 'ToolFailed',
  data: { code, message: "The tool's result is too large to store.", executionTimeMs: 0 },
});
