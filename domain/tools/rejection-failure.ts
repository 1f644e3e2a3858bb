import { type FailureCode, type FailureReason, failure } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { toolPermission } from './tool-access.ts';
import type { DataOf } from './tool-call-state.ts';

type Rejection = DataOf<'ToolCallRejected'>;

const codes: Readonly<Record<Rejection['because'], FailureCode>> = {
  unknown_tool: 'not_found',
  validation_error: 'validation_error',
  permission_denied: 'permission_denied',
  phi_stays_local: 'rule_violated',
  rate_limit_exceeded: 'rate_limit_exceeded',
  not_configured: 'unavailable',
};

/** The failure that the caller of a rejected call receives; the call itself is in the log. */
export const rejectionFailure = ({
  because,
  message,
  toolCallId,
  tool,
  issues,
  retryAfter,
}: Rejection): FailureReason =>
  failure(codes[because], message, {
    details: {
      toolCallId,
      tool,
      reason: because,
      ...(because === 'permission_denied' ? { permission: toolPermission(tool) } : {}),
      ...omitUndefined({ issues }),
    },
    ...omitUndefined({ retryAfter }),
  });
