import { z } from 'zod';
import type { ToolCallEnd } from './tool-call-state.ts';
import { MAX_TOOL_CITATIONS, toolCitationSchema } from './tool-citation.ts';

/** The result of an ended call as clients and models receive it (tools, "Tool Results and Citations"). */
export const toolResultSchema = z.object({
  toolName: z.string(),
  success: z.boolean(),
  result: z.record(z.string(), z.unknown()).nullable(),
  /** A sentence explaining why there is no result, or only a partial one. */
  error: z.string().nullable(),
  /** From the start of the tool; 0 if it was not started. */
  executionTimeMs: z.number(),
  /** The time at which the call ended. */
  timestamp: z.string(),
  citations: z.array(toolCitationSchema).max(MAX_TOOL_CITATIONS).nullable(),
});
export type ToolResult = z.output<typeof toolResultSchema>;

type ResultContent = Omit<ToolResult, 'toolName' | 'timestamp'>;

const withoutResult = (error: string, executionTimeMs = 0): ResultContent => ({
  success: false,
  result: null,
  error,
  executionTimeMs,
  citations: null,
});

const cited = (citations: ToolResult['citations']): ToolResult['citations'] =>
  citations?.length ? citations : null;

const resultContent = ({ type, data }: ToolCallEnd): ResultContent => {
  switch (type) {
    case 'ToolSucceeded': {
      const { result, citations, executionTimeMs } = data;
      return { success: true, result, error: null, executionTimeMs, citations: cited(citations) };
    }
    case 'ToolFailed': {
      const { message, fallback, executionTimeMs } = data;
      if (!fallback) return withoutResult(message, executionTimeMs);
      const { tool, result, citations } = fallback;
      const error = `${message} This is from ${tool} instead.`;
      return { success: false, result, error, executionTimeMs, citations: cited(citations) };
    }
    case 'ToolTimedOut': {
      const { timeoutSeconds, executionTimeMs, partial } = data;
      const late = `Tool execution exceeded timeout of ${timeoutSeconds} seconds`;
      if (!partial) return withoutResult(late, executionTimeMs);
      const { result, citations } = partial;
      return {
        success: false,
        result,
        error: `${late}. This is what there was until then.`,
        executionTimeMs,
        citations: cited(citations),
      };
    }
    case 'ToolOutcomeUnknown':
      return withoutResult(data.message, data.executionTimeMs);
    case 'ToolCallRejected':
      return withoutResult(data.message);
    case 'ToolDeclined':
      return withoutResult('User declined to execute tool');
    case 'ToolConfirmationExpired':
      return withoutResult('The call was not confirmed in time, so nothing was done.');
    case 'ToolCancelled':
      return withoutResult(
        data.started
          ? 'The call was cancelled while it was under way. It may have taken effect.'
          : 'The call was cancelled before anything was done.',
      );
  }
};

/**
 * Returns the result of a call from the event that ended it.
 *
 * @param timestamp when the event was recorded, ISO 8601
 */
export const toolResultOf = (end: ToolCallEnd, timestamp: string): ToolResult => ({
  toolName: end.data.tool,
  ...resultContent(end),
  timestamp,
});
