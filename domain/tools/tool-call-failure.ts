import { type FailureCode, type FailureReason, failure } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { statusOfEnd, type ToolCallEnd } from './tool-call-state.ts';

/**
 * The codes of a failed tool that tell the caller what to do. The others are about the tool and its service, not about
 * the caller, e.g. a service that does not accept our password (requirements, tools, "Error Types").
 */
const passedOn: readonly FailureCode[] = [
  'validation_error',
  'rule_violated',
  'rate_limit_exceeded',
  'timeout',
];

const codeOf = (code: FailureCode): FailureCode => (passedOn.includes(code) ? code : 'external_api_error');

/**
 * The failure that someone receives who waited for a call that came to nothing; `undefined` when there is something to
 * show: a result, be it a partial one or that of a substitute, or what a person decided.
 *
 * `details.callStatus` is the final status of the call `details.toolCallId`: a repeat of the request changes nothing.
 */
export const toolCallFailure = (end: ToolCallEnd): FailureReason | undefined => {
  const { toolCallId, tool } = end.data;
  const details = { toolCallId, tool, callStatus: statusOfEnd(end) };
  switch (end.type) {
    case 'ToolFailed': {
      const { code, message, fallback, retryAfter } = end.data;
      if (fallback !== undefined) return undefined;
      return failure(codeOf(code), message, {
        details: { ...end.data.details, ...details },
        ...omitUndefined({ retryAfter }),
      });
    }
    case 'ToolTimedOut':
      return end.data.partial === undefined
        ? failure('timeout', `Tool execution exceeded timeout of ${end.data.timeoutSeconds} seconds`, {
            details,
          })
        : undefined;
    case 'ToolOutcomeUnknown':
      return failure(end.data.because === 'timeout' ? 'timeout' : 'external_api_error', end.data.message, {
        details,
      });
    default:
      return undefined;
  }
};
