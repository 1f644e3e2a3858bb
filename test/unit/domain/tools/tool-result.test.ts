import { describe, expect, it } from 'vitest';
import type { ToolCallEnd } from '../../../../domain/tools/tool-call-state.ts';
import { toolResultOf, toolResultSchema } from '../../../../domain/tools/tool-result.ts';
import { uuidOf } from '../../../support/recorded-history.ts';

const call = { toolCallId: uuidOf(1), tool: 'search_pubmed' };
const AT = '2026-01-01T10:00:00.000Z';
const citations = [{ text: 'A trial.', sourceType: 'pubmed', sourceTitle: 'Trial' }];
const resultOf = (end: ToolCallEnd) => toolResultSchema.parse(toolResultOf(end, AT));

describe('toolResultOf', () => {
  it('returns the findings of a tool, with citable sources', () => {
    expect(
      resultOf({
        type: 'ToolSucceeded',
        data: { ...call, result: { total_count: 1 }, citations, executionTimeMs: 7, phi: false },
      }),
    ).toEqual({
      toolName: 'search_pubmed',
      success: true,
      result: { total_count: 1 },
      error: null,
      executionTimeMs: 7,
      timestamp: AT,
      citations,
    });
  });

  it('returns results of the knowledge base instead, and states it', () => {
    const fallback = { tool: 'search_medical_guidelines', phi: false, result: { total_count: 2 }, citations };
    const data = { ...call, message: 'PubMed failed.', executionTimeMs: 7, fallback } as const;
    expect(resultOf({ type: 'ToolFailed', data: { ...data, code: 'external_api_error' } })).toMatchObject({
      success: false,
      result: { total_count: 2 },
      error: 'PubMed failed. This is from search_medical_guidelines instead.',
      citations,
    });
  });

  it('returns the partial result at the deadline', () => {
    const timedOut = { ...call, timeoutSeconds: 30, executionTimeMs: 30_000, phi: false };
    expect(resultOf({ type: 'ToolTimedOut', data: timedOut })).toMatchObject({
      result: null,
      error: 'Tool execution exceeded timeout of 30 seconds',
    });
    const partial = { result: { total_count: 3 }, citations: [] };
    expect(resultOf({ type: 'ToolTimedOut', data: { ...timedOut, partial } })).toMatchObject({
      success: false,
      result: { total_count: 3 },
      citations: null,
    });
  });

  it.each<[string, ToolCallEnd]>([
    ['declined', { type: 'ToolDeclined', data: { ...call, by: 'dr-lee' } }],
    ['in time', { type: 'ToolConfirmationExpired', data: call }],
    ['may have taken effect', { type: 'ToolCancelled', data: { ...call, by: 'dr-lee', started: true } }],
    ['before anything', { type: 'ToolCancelled', data: { ...call, by: 'dr-lee', started: false } }],
    ['Set X.', { type: 'ToolCallRejected', data: { ...call, because: 'not_configured', message: 'Set X.' } }],
    ['Look.', { type: 'ToolOutcomeUnknown', data: { ...call, because: 'crash', message: 'Look.' } }],
  ])('explains in a sentence why there is no result: %s', (words, end) => {
    expect(resultOf(end)).toMatchObject({ success: false, result: null, citations: null });
    expect(resultOf(end).error).toContain(words);
  });
});
