import { describe, expect, it } from 'vitest';
import { readAnswerBlocks } from '../../../../../console/src/pages/ask/answer-blocks.ts';

const known = new Set([1, 2]);
const text = (words: string) => ({ kind: 'text', text: words });

describe('reading the text of an answer', () => {
  it('finds the source lines, steps, gaps and paragraphs', () => {
    const answer =
      '[1] Anaphylaxis, page 1:\n1. Give epinephrine.\n  a) Repeat.\n[…]\n\nFirst line\nsecond line';
    expect(readAnswerBlocks(answer, known)).toEqual([
      { kind: 'source', content: [{ kind: 'marks', numbers: [1] }, text(' Anaphylaxis, page 1')] },
      { kind: 'item', depth: 0, marker: '1.', content: [text('Give epinephrine.')] },
      { kind: 'item', depth: 1, marker: 'a)', content: [text('Repeat.')] },
      { kind: 'gap' },
      { kind: 'paragraph', lines: [[text('First line')], [text('second line')]] },
    ]);
  });

  it('reads a table with its head', () => {
    expect(readAnswerBlocks('| Weight | Dose |\n| --- | --- |\n| 5 kg | 0.05 mg |', known)).toEqual([
      { kind: 'table', head: ['Weight', 'Dose'], rows: [['5 kg', '0.05 mg']] },
    ]);
  });

  it('takes only numbers of citations for marks', () => {
    expect(readAnswerBlocks('Give it [1, 2], not [7] (ref. [3]).', known)).toEqual([
      {
        kind: 'paragraph',
        lines: [[text('Give it '), { kind: 'marks', numbers: [1, 2] }, text(', not [7] (ref. [3]).')]],
      },
    ]);
  });

  it('keeps markup as text', () => {
    const markup = '<img src=x onerror=alert(1)> [1](javascript:alert(1))';
    expect(readAnswerBlocks(markup, new Set())).toEqual([{ kind: 'paragraph', lines: [[text(markup)]] }]);
  });
});
