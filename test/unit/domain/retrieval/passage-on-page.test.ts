import { expect, it } from 'vitest';
import type { Passage } from '../../../../domain/retrieval/passage.ts';
import { passageOnPage } from '../../../../domain/retrieval/passage-on-page.ts';

const passage = (more: Partial<Passage>): Passage => ({
  chunkId: 'guideline-x@1#0',
  docKey: 'guideline-x',
  version: 1,
  index: 0,
  fileName: 'x.pdf',
  title: 'X',
  sourceType: 'guideline',
  sectionPath: [],
  specialty: [],
  text: 'onetwothree',
  contentType: 'general',
  isTable: false,
  firstPage: 2,
  lastPage: 4,
  phi: false,
  drugs: [],
  ...more,
});

it('the passage on a page is the part that appears on it', () => {
  const over = passage({ start: 100, end: 111, pageBreaks: [103, 106] });
  expect([1, 2, 3, 4, 5].map((page) => passageOnPage(over, page))).toEqual([
    undefined,
    { text: 'one', firstLine: 1, start: 100 },
    { text: 'two', firstLine: 1, start: 103 },
    { text: 'three', firstLine: 1, start: 106 },
    undefined,
  ]);
  const below = passage({ text: 'one\n\ntwo', start: 100, end: 108, lastPage: 3, pageBreaks: [105] });
  expect(passageOnPage(below, 3)).toEqual({ text: 'two', firstLine: 3, start: 105 });
});

it('the passage on a page omits a table header repeated before its rows', () => {
  const row = passage({ text: '| Dose |\n| 5 mg |', start: 50, end: 58, firstPage: 2, lastPage: 2 });
  expect(passageOnPage(row, 2)).toEqual({ text: '| 5 mg |', firstLine: 2, start: 50 });
});

it('the passage on a page is the whole when an older index has nothing more specific', () => {
  expect(passageOnPage(passage({}), 3)).toEqual({ text: 'onetwothree', firstLine: 1 });
});
