import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../cli/api/api-failure.ts';
import { RefusedRequest } from '../../../client/failures.ts';
import type { FailureReason } from '../../../domain/kernel/failure.ts';
import { failureResponse } from '../../../read-api/failure-response.ts';
import { asReceived } from '../../support/as-received.ts';

const refused = async (reason: FailureReason): Promise<ApiFailure> => {
  const { status, body } = failureResponse(
    reason,
    '0af7651916cd43dd8448eb211c80319c',
    '2026-01-01T00:00:00.000Z',
  );
  return new ApiFailure(new RefusedRequest(status, await asReceived('Problem', body)));
};

describe('a refusal on the command line', () => {
  it('shows the option for a reason when the server asks for its header', async () => {
    const issues = [{ path: 'X-Access-Reason', message: 'is missing' }];
    const { hint } = await refused({
      code: 'validation_error',
      message: 'Say why you read it.',
      details: { issues },
    });
    expect(hint).toBe('On the command line: --reason "…".');
  });

  it('suggests no role that would not help, since the server has named the permission it needs', async () => {
    const message = 'This token only makes other tokens.';
    expect((await refused({ code: 'permission_denied', message })).hint).toBeUndefined();
  });

  it.each([
    ['advises fewer parallel requests where a command sends several', 'ingest', ', or lower --concurrency.'],
    ['advises only patience where a command sends one', 'ask', '.'],
  ])('%s', async (_, name, end) => {
    const typed = new Command(name);
    if (name === 'ingest') typed.option('-c, --concurrency <n>');
    const refusal = await refused({ code: 'rate_limit_exceeded', message: 'Too many requests.' });
    expect(refusal.inWordsOf(typed).hint).toBe(`Wait a moment and try again${end}`);
  });

  const command = new Command('costs')
    .argument('<docKey>')
    .argument('[question...]')
    .option('--month <month>')
    .option('--source-type <type>')
    .option('--style <style>');
  const invalid = (part: string, ...issues: { path: string; message: string }[]) =>
    refused({
      code: 'validation_error',
      message: `The ${part} is not valid. See details.issues for the fields.`,
      details: { issues },
    });

  it.each([
    ['query string', 'month', '--month'],
    ['body', 'filters.sourceType[0]', '--source-type'],
    ['body', 'preferences.citationStyle', '--style'],
    ['path', 'docKey', '<docKey>'],
    ['body', 'question', '<question>'],
  ])('names the typed argument instead of a field of the %s: %s', async (part, path, typed) => {
    const { message, hint } = (await invalid(part, { path, message: 'is wrong' })).inWordsOf(command);
    expect({ message, hint }).toEqual({
      message: `${typed}: is wrong`,
      hint: 'See "costs --help" for examples.',
    });
  });

  it('names no part of an HTTP request, even for a field that was not typed', async () => {
    const failed = await invalid('body', { path: 'elsewhere', message: 'is wrong' });
    expect(failed.inWordsOf(command).message).toBe('The server rejected the request:\n  elsewhere: is wrong');
  });
});
