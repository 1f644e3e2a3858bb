import { expect, it } from 'vitest';
import { hasPhrase } from '../../eval/has-phrase.ts';

it.each([
  ['15 × 109 per litre', 'greater than 15 × 10^9 per litre'],
  ['Give Mg2+ 8 mmol', 'Give Mg²+ 8 mmol IV'],
  ['1.5 ml kg- 1 over', '1.5 ml kg⁻¹ over a minute'],
  ['10 < 20 kg 10 mg', '| 10 < 20 kg | 10 mg |'],
])('the label phrase %j is found in %j', (phrase, text) => {
  expect(hasPhrase([text], phrase)).toBe(true);
});

it('a different number is not found', () => {
  expect(hasPhrase(['5 × 10^9'], '15 × 10^9')).toBe(false);
});
