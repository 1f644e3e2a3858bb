import { describe, expect, it } from 'vitest';
import type { TrapAnswer } from '../../eval/traps/answer-trap.ts';
import { judgeTrap } from '../../eval/traps/judge-trap.ts';
import type { TrapExpectation } from '../../eval/traps/trap.ts';

const answerOf = (
  excerpt: string,
  { remark = '', section = '', warnings = [] as string[], pages = [1] } = {},
): TrapAnswer => ({
  queryId: '019a0000-0000-7000-8000-000000000000',
  answer: `${remark === '' ? '' : `${remark}\n\n`}[1] Chart (77), page 1:\n${excerpt}`,
  citations: [
    {
      n: 1,
      chunkId: 'protocol-77@1#0',
      docKey: 'protocol-77',
      version: 1,
      fileName: '77.md',
      title: 'Chart',
      sourceType: 'protocol',
      pages,
      section,
      excerpt,
      textHash: '0'.repeat(64),
      passages: [{ chunkId: 'protocol-77@1#0', pages, section, excerpt, textHash: '0'.repeat(64) }],
      score: 1,
    },
  ],
  warnings,
  model: 'extractive',
  parameters: {},
  degraded: false,
});

const wrong = (expects: TrapExpectation, ...given: Parameters<typeof answerOf>) =>
  judgeTrap(expects, answerOf(...given)).length;

const table = 'INTRAVENOUS\n| Weight | Dose | Volume |\n| --- | --- | --- |\n| 12 kg | 1.2 mg | 0.24 mL |';

describe('the evaluation of the answer to a trap', () => {
  it('compares a number as a whole', () => {
    expect(wrong({ quotes: ['5 mg'] }, 'Give 5 mg IV')).toBe(0);
    expect(wrong({ quotes: ['5 mg'] }, 'Give 15 mg IV')).toBe(1);
    expect(wrong({ quotes: ['5 mg'] }, 'Give 0.5 mg IV')).toBe(1);
    expect(wrong({ quotes: ['5 mg'] }, 'Give 5 mg/kg IV')).toBe(1);
    expect(wrong({ never: ['5 mg'] }, 'Give 15 mg IV')).toBe(0);
    expect(wrong({ quotes: ['90-150'] }, '| Age | Rate |\n| --- | --- |\n| 90-150 | 20 |')).toBe(0);
  });

  it('requires the labels of a value in its row, its column, and the introduction of its table', () => {
    expect(wrong({ shows: [{ value: '1.2 mg', by: ['12 kg', 'Dose', 'INTRAVENOUS'] }] }, table)).toBe(0);
    expect(wrong({ shows: [{ value: '1.2 mg', by: ['Volume'] }] }, table)).toBe(1);
    expect(wrong({ onlyWith: [{ value: '9 mg', by: ['Volume'] }] }, table)).toBe(0);
    expect(wrong({ shows: [{ value: '9 mg', by: ['Dose'] }] }, table)).toBe(1);
  });

  it('does not accept text before an omission as a label', () => {
    expect(wrong({ shows: [{ value: '2 mg', by: ['Children'] }] }, 'Children\nGive 2 mg')).toBe(0);
    expect(wrong({ shows: [{ value: '2 mg', by: ['Children'] }] }, 'Children\n[…]\nGive 2 mg')).toBe(1);
  });

  it('accepts the banner within a table as a label of the rows below it, and of no others', () => {
    const banners =
      '| Weight | Dose |\n| --- | --- |\n| ORAL | |\n| 12 kg | 3 mg |\n| INTRAVENOUS | |\n| 12 kg | 1 mg |';
    expect(wrong({ shows: [{ value: '1 mg', by: ['INTRAVENOUS'] }] }, banners)).toBe(0);
    expect(wrong({ shows: [{ value: '1 mg', by: ['ORAL'] }] }, banners)).toBe(1);
  });

  it('separates quotations from the preceding remark and the following warning', () => {
    const said = { remark: 'Nothing names ketamine.', warnings: ['Never above 10 mg. [1]'] };
    expect(wrong({ remarks: ['ketamine'], warns: ['Never above 10 mg'] }, 'Oxygen', said)).toBe(0);
    expect(wrong({ quotes: ['ketamine'] }, 'Oxygen', said)).toBe(1);
    expect(wrong({ remarks: ['Oxygen'] }, 'Oxygen', said)).toBe(1);
    expect(wrong({ warns: ['Never above 20 mg'] }, 'Oxygen', said)).toBe(1);
  });

  it('checks order, files and pages', () => {
    expect(wrong({ before: [['not given', 'may be given']] }, 'It is not given.\nIt may be given.')).toBe(0);
    expect(wrong({ before: [['not given', 'may be given']] }, 'It may be given.\nIt is not given.')).toBe(1);
    expect(wrong({ citesFirst: '77.md', citesNever: ['78.md'] }, 'Oxygen')).toBe(0);
    expect(wrong({ citesFirst: '78.md', citesNever: ['77.md'] }, 'Oxygen')).toBe(2);
    expect(wrong({ onPage: [{ line: 'Oxygen', page: 2 }] }, 'Oxygen', { pages: [2] })).toBe(0);
    expect(wrong({ onPage: [{ line: 'Oxygen', page: 2 }] }, 'Oxygen', { pages: [1, 2] })).toBe(1);
  });
});
