import { describe, expect, it } from 'vitest';
import { measureReading } from '../../eval/reading/measure-reading.ts';
import { tableHeadOf } from '../../eval/reading/table-head.ts';
import { titleFaultsOf } from '../../eval/reading/title-faults.ts';
import { recallWords } from '../../eval/reading/word-recall.ts';

describe('the faults of titles', () => {
  it.each([
    [['5.3 Hypoglycemia', '8 USE IN SPECIFIC POPULATIONS'], ['number']],
    [['7 DRUG INTERACTIONS', '7.4 Warfarin'], []],
    [['• Airway'], ['item']],
    [['o injection must be diluted'], ['item']],
    [['Give 5 mg IV'], ['dose']],
    [['Treatment of the'], ['fragment']],
    [['and then reassess'], ['fragment']],
    [['Treatment', 'Adults'], []],
  ])('in %j are %j', (path, faults) => {
    expect(titleFaultsOf(path)).toEqual(faults);
  });
});

describe('the head of a table', () => {
  it.each([
    ['| Drug | Dose |\n| --- | --- |\n| Naloxone | 0.4 mg |', 'named'],
    ['|  |  |\n| --- | --- |\n| Naloxone | 0.4 mg |', 'headless'],
    ['| Naloxone | 0.4 mg |\n| Fentanyl | 50 mcg |', 'headless'],
    ['| Naloxone | 0.4 mg |\n| --- | --- |\n| Fentanyl | 50 mcg |', 'values'],
    ['No table at all', undefined],
  ])('of %j is %s', (text, head) => {
    expect(tableHeadOf(text)).toBe(head);
  });
});

describe('the recall of words', () => {
  it('counts each occurrence, whatever the order, the case and the signs', () => {
    expect(recallWords('IV give: 5-mg', 'Give 5 mg IV; give 5 mg IM')).toEqual({
      words: 8,
      missing: ['give', '5', 'mg', 'im'],
    });
  });
});

it('measures the passages of a document, and its words on the pages as read', () => {
  const page = { page: 1, text: 'Naloxone 5\uE000g IV', readBy: 'native' as const };
  const { passages, faults, recall } = measureReading({ pages: [page] }, 'Naloxone 5 g IV now');
  expect(passages).toBe(1);
  expect(faults).toEqual([{ kind: 'lost', at: 'Naloxone 5\uFFFDg IV' }]);
  expect(recall).toEqual({ words: 5, missing: ['now'] });
});
