import { describe, expect, test } from 'vitest';
import { settleCall } from '../../../../../domain/consultation/answering/settle-call.ts';
import { type FailureCode, failure } from '../../../../../domain/kernel/failure.ts';

const call = {
  wasSent: true,
  reportedUsage: undefined,
  prompt: ['Answer from these.', 'Which dose?'],
  text: 'Give one.',
  outcome: 'completed' as const,
  failure: undefined,
  price: { prompt: 1_000_000, completion: 2_000_000 },
  countTokens: (text: string) => text.split(' ').length,
};
const failed = (code: FailureCode, details = {}) => failure(code, 'It failed.', { details });

describe('the usage of a model call', () => {
  test('is the count of its service', () => {
    const reportedUsage = { promptTokens: 7, completionTokens: 3 };
    expect(settleCall({ ...call, reportedUsage })).toEqual({ ...reportedUsage, costUsd: 13 });
  });

  test('is counted locally when the service does not count', () => {
    expect(settleCall(call)).toEqual({ promptTokens: 5, completionTokens: 2, costUsd: 9 });
  });

  test.each([
    ['was cut off', 'cut', 'Give', failed('external_api_error', { retryable: true })],
    ['fell silent', 'timeout', '', failed('timeout')],
    ['exceeded the time limit of a gateway', 'timeout', '', failed('timeout', { status: 504 })],
    ['was cancelled', 'cancelled', '', failed('unavailable')],
    ['returned malformed data', 'failed', '', failed('external_api_error')],
  ] as const)('is the prompt and the partial output when it %s', (_, outcome, text, reason) => {
    const { promptTokens, costUsd } = settleCall({ ...call, outcome, text, failure: reason });
    expect(promptTokens).toBe(5);
    expect(costUsd).toBeGreaterThanOrEqual(5);
  });

  test.each([
    failed('rate_limit_exceeded', { status: 429 }),
    failed('external_api_error', { status: 500 }),
    failed('unavailable'),
    failed('rule_violated'),
  ])('is zero when it was refused: $code', (reason) => {
    expect(settleCall({ ...call, outcome: 'failed', text: '', failure: reason })).toEqual({
      promptTokens: 0,
      completionTokens: 0,
      costUsd: 0,
    });
  });

  test.each(['failed', 'cancelled', 'timeout'] as const)('is zero when it was never sent: %s', (outcome) => {
    const reason = failed('unavailable');
    expect(settleCall({ ...call, wasSent: false, outcome, text: '', failure: reason })).toEqual({
      promptTokens: 0,
      completionTokens: 0,
      costUsd: 0,
    });
  });

  test('has no cost without a known price', () => {
    expect(settleCall({ ...call, price: undefined })).not.toHaveProperty('costUsd');
  });
});
