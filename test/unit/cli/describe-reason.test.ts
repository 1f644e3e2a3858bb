import { describe, expect, it } from 'vitest';
import { describeReason } from '../../../cli/output/describe-reason.ts';

describe('a reason in the log', () => {
  it('is said in words', () => {
    expect(describeReason('phi_without_local_model')).toContain('must not leave the premises');
    expect(describeReason('not_wanted')).toBe('others come first');
  });

  it('that this version does not know is printed as written, and can do nothing to a terminal', () => {
    expect(describeReason('some_new_reason')).toBe('some new reason');
    expect(describeReason('constructor')).toBe('constructor');
    expect(describeReason('a\u001b[2Jb')).not.toContain('\u001b');
  });
});
