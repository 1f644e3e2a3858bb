import { describe, expect, it } from 'vitest';
import { missingModelAdvice } from '../../../../domain/operations/missing-model.ts';

describe('the model of the indexed vectors', () => {
  it('is reported as missing when the program no longer has it, with the command to run', () => {
    const advice = missingModelAdvice('built-in-v2', ['built-in-v3']);
    expect(advice).toContain('built-in-v2');
    expect(advice).toContain('embedding change built-in-v3');
  });

  it('is not reported when the program has it, or when nothing is indexed', () => {
    expect(missingModelAdvice('built-in-v3', ['other', 'built-in-v3'])).toBeUndefined();
    expect(missingModelAdvice(undefined, ['built-in-v3'])).toBeUndefined();
  });
});
