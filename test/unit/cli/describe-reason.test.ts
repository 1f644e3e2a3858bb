import { describe, expect, it } from 'vitest';
import { describeReason } from '../../../cli/output/describe-reason.ts';

describe('a reason in the log', () => {
  it('is shown in words', () => {
    expect(describeReason('phi_without_local_model')).toContain('must not leave the premises');
    expect(describeReason('not_wanted')).toBe('others come first');
  });

  it('is printed as stored when this version does not know it, without control characters', () => {
    expect(describeReason('some_new_reason')).toBe('some new reason');
    expect(describeReason('constructor')).toBe('constructor');
    expect(describeReason('a\u001b[2Jb')).not.toContain('\u001b');
  });
});
