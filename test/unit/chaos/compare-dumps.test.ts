import { describe, expect, it } from 'vitest';
import { compareDumps, countErased } from '../../chaos/checks/dump-read-models.ts';

const dump = (...rows: readonly string[]) => new Map([['feedback.feedback', rows]]);
const sealed = '(q1/tester,person:p8,wrong,,v1:c2VhbGVk,)';
const unsealed = '(q1/tester,person:p8,wrong,,,)';

describe('the comparison of read models with their replay', () => {
  it('takes a row for erased that lost what was sealed for a subject whose key was destroyed', () => {
    const destroyed = new Map([['person:p8', 1]]);
    expect(compareDumps(dump(sealed), dump(unsealed), destroyed)).toEqual([]);
    expect(countErased(dump(sealed), dump(unsealed), destroyed)).toBe(1);
  });

  it('does not take it so where the key of somebody else was', () => {
    expect(compareDumps(dump(sealed), dump(unsealed), new Map([['person:p80', 1]]))).toHaveLength(1);
  });

  it('does not excuse what has nothing to do with sealing, nor a row that is gone', () => {
    const destroyed = new Map([['person:p8', 1]]);
    const other = sealed.replace('wrong', 'helpful');
    expect(compareDumps(dump(sealed), dump(other), destroyed)).toHaveLength(1);
    expect(compareDumps(dump(sealed), dump(), destroyed)).toHaveLength(1);
  });
});
