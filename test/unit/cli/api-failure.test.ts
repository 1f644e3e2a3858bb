import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../cli/api/api-failure.ts';

const metadata = { traceId: '0af7651916cd43dd8448eb211c80319c' };

describe('a refusal on the command line', () => {
  it('says how to give a reason here, where the server asks for its header', () => {
    const issues = [{ path: 'X-Access-Reason', message: 'is missing' }];
    const error = { code: 'validation_error', message: 'Say why you read it.', details: { issues } } as const;
    expect(new ApiFailure(400, { error, metadata }).hint).toBe('On the command line: --reason "…".');
  });

  it('sends nobody for a role that would not help: the server has said what is needed', () => {
    const message = 'This token only makes other tokens.';
    const error = { code: 'permission_denied', message } as const;
    expect(new ApiFailure(403, { error, metadata }).hint).toBeUndefined();
  });
});
