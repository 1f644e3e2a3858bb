import { describe, expect, it } from 'vitest';
import { answerCases } from './answer-cases.ts';
import { checked } from './checked.ts';

describe('a sentence of an answer', () => {
  it.each(answerCases)('$name is $becomes', ({ evidence, says, becomes, more, shows, never }) => {
    const { text, cited, struck, marked } = checked(says, evidence, more);
    const became = struck.length > 0 ? 'struck' : marked.length > 0 ? 'marked' : 'kept';
    expect([became, ...struck, ...marked]).toEqual([
      becomes === 'replaced' ? 'struck' : becomes,
      ...struck,
      ...marked,
    ]);
    for (const { sentence } of struck) expect(text).not.toContain(sentence.replace(/[.\s]+$/, ''));
    if (becomes === 'replaced') expect(cited).not.toEqual([]);
    if (shows !== undefined) expect(text).toContain(shows);
    if (never !== undefined) expect(text).not.toContain(never);
  });

  it('has at least forty cases', () => {
    expect(answerCases.length).toBeGreaterThanOrEqual(40);
  });
});
