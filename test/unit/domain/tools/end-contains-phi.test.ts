import { describe, expect, it } from 'vitest';
import { endContainsPhi } from '../../../../domain/tools/end-contains-phi.ts';
import type { ToolCallEnd } from '../../../../domain/tools/tool-call-state.ts';
import { uuidOf } from '../../../support/recorded-history.ts';

const call = { toolCallId: uuidOf(1), tool: 'search_pubmed', executionTimeMs: 7 };
const output = { result: { total_count: 1 }, citations: [] };
const failed = { ...call, code: 'external_api_error', message: 'PubMed failed.' } as const;
const fallback = { tool: 'search_medical_guidelines', ...output };

describe('the outcome of a call holds PHI', () => {
  it.each<[string, boolean, ToolCallEnd]>([
    ['if its result does', true, { type: 'ToolSucceeded', data: { ...call, ...output, phi: true } }],
    ['unless its result does', false, { type: 'ToolSucceeded', data: { ...call, ...output, phi: false } }],
    [
      'if its partial result does',
      true,
      { type: 'ToolTimedOut', data: { ...call, timeoutSeconds: 30, partial: output, phi: true } },
    ],
    [
      'if its fallback result does',
      true,
      { type: 'ToolFailed', data: { ...failed, fallback: { ...fallback, phi: true } } },
    ],
    [
      'unless its fallback result does',
      false,
      { type: 'ToolFailed', data: { ...failed, fallback: { ...fallback, phi: false } } },
    ],
    ['not without a result', false, { type: 'ToolFailed', data: failed }],
  ])('%s', (_, holds, end) => {
    expect(endContainsPhi(end)).toBe(holds);
  });
});
