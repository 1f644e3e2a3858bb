import { describe, expect, it } from 'vitest';
import { compareDumps, countErased } from '../../chaos/checks/dump-read-models.ts';

const dump = (...rows: readonly string[]) => new Map([['feedback.feedback', rows]]);
const sealed = '(q1/tester,person:p8,wrong,,v1:c2VhbGVk,)';
const unsealed = '(q1/tester,person:p8,wrong,,,)';

describe('the comparison of read models with their replay', () => {
  it('accepts a row that lost its sealed values because the key of its subject was destroyed', () => {
    const destroyed = new Map([['person:p8', 1]]);
    expect(compareDumps(dump(sealed), dump(unsealed), destroyed)).toEqual([]);
    expect(countErased(dump(sealed), dump(unsealed), destroyed)).toBe(1);
  });

  it('rejects such a row when the destroyed key belonged to another subject', () => {
    expect(compareDumps(dump(sealed), dump(unsealed), new Map([['person:p80', 1]]))).toHaveLength(1);
  });

  it('rejects differences unrelated to sealing, and missing rows', () => {
    const destroyed = new Map([['person:p8', 1]]);
    const other = sealed.replace('wrong', 'helpful');
    expect(compareDumps(dump(sealed), dump(other), destroyed)).toHaveLength(1);
    expect(compareDumps(dump(sealed), dump(), destroyed)).toHaveLength(1);
  });
});
