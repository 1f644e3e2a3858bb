import { describe, expect, it } from 'vitest';
import {
  listLabels,
  namesLevel,
  splitInlineLabel,
} from '../../../../domain/consultation/excerpt/list-labels.ts';
import { headsOf } from '../../../../domain/consultation/excerpt/outline/block-tree.ts';
import { outlineDocument } from '../../../../domain/consultation/excerpt/outline/outline-document.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

/** The lines above a line that it belongs to, the nearest first. */
const headsOfLine = (text: string, line: string): readonly (string | undefined)[] => {
  const blocks = outlineDocument([givenPassage({ text })]);
  const at = blocks.findIndex(({ lines }) => lines.includes(line));
  return headsOf(blocks, at).map((head) => blocks[head]?.lines[0]);
};

describe('list labels', () => {
  it('are short lines between bullets that would have fitted on the previous line', () => {
    const lines = [
      '• Give the first drug by the mouth of the patient who can swallow',
      '• Repeat once',
      'Croup',
      '• Give the second drug',
    ];
    expect([...listLabels(lines)]).toEqual([2]);
  });

  it('are not the last words of a bullet that the page wrapped', () => {
    const lines = ['• Call the hospital that is on duty for burns from North', 'County', '• Give the drug'];
    expect([...listLabels(lines)]).toEqual([]);
  });

  it('are separated from the first entry after them', () => {
    expect(splitInlineLabel('PARAMEDIC • Atropine 1 mg IV')).toEqual(['PARAMEDIC', '• Atropine 1 mg IV']);
    expect(splitInlineLabel('Atropine • 1 mg IV')).toEqual(['Atropine • 1 mg IV']);
  });

  it('may name a level of clinicians', () => {
    expect(['EMT', 'AEMT', 'PARAMEDIC', 'EMT/AEMT', 'ALS'].filter(namesLevel)).toHaveLength(5);
    expect(['ADULT', 'CROUP', 'Relative'].filter(namesLevel)).toEqual([]);
  });

  it('may be longer when separated from the list above', () => {
    const name = 'Suspected excess of salts (wide complex or tall waves in the trace)';
    expect([...listLabels(['• Treat the breath', name, '• Give'])]).toEqual([]);
    expect([...listLabels(['• Treat the breath', '', name, '• Give'])]).toEqual([2]);
  });

  it('are placed above a condition of their list, which belongs to neither the previous item nor another section', () => {
    const name = 'Suspected excess of salts (wide complex or tall waves in the trace)';
    const [first, second] = ['If the trace is abnormal with pain in the chest, weakness', 'or low pressure)'];
    const text = `## ALS ORDERS\n\nWet lungs\n• Treat the breath\n\n${name}\n• Look at the trace\n\n${first}\n${second}\n• Give calcium 1 g IV\n• Give bicarbonate`;
    expect(headsOfLine(text, '• Look at the trace')).toEqual([name, '## ALS ORDERS']);
    for (const item of ['• Give calcium 1 g IV', '• Give bicarbonate'])
      expect(headsOfLine(text, item)).toEqual([first, name, '## ALS ORDERS']);
  });

  it('apply to their bullets, not to the step after them', () => {
    const text = '## Notes\nAgents\n• Glyburide\n• Glipizide\n\n3. Glucagon works slowly.';
    expect(headsOfLine(text, '• Glipizide')).toEqual(['Agents', '## Notes']);
    expect(headsOfLine(text, '3. Glucagon works slowly.')).toEqual(['## Notes']);
  });

  it('end a list of exclusions where a level of clinicians begins', () => {
    const text = '## Exclusion\n• Age under 2\n\nEMT • Oxygen\n• Glucose\n\nPARAMEDIC • Atropine 1 mg IV';
    expect(headsOfLine(text, '• Age under 2')).toEqual(['## Exclusion']);
    expect(headsOfLine(text, '• Glucose')).toEqual(['EMT']);
    expect(headsOfLine(text, '• Atropine 1 mg IV')).toEqual(['PARAMEDIC']);
  });
});

describe('a list that continues on the next page', () => {
  /** Blocks of a text of two pages; "\f" marks the start of the second. */
  const blocksOfPages = (pages: string) => {
    const [first = ''] = pages.split('\f');
    const text = pages.replace('\f', '\n');
    return outlineDocument([
      givenPassage({
        text,
        start: 0,
        end: text.length,
        firstPage: 1,
        lastPage: 2,
        pageBreaks: [first.length + 1],
      }),
    ]).map(({ lines }) => lines.join(' '));
  };

  const items =
    'Causes may include the following:\n' +
    '• Narrowing after an infection of the airway by a virus – write down the impression\n' +
    'Airway\n' +
    '• Swelling after a sting, a drug or a food – write down the impression of Breathing\n';

  it('keeps an item together that the page break divides', () => {
    expect(blocksOfPages(`${items}\fDifficulty / Other\n• Foreign body`)).toContain(
      '• Swelling after a sting, a drug or a food – write down the impression of Breathing Difficulty / Other',
    );
  });

  it.each(['Pediatric Patients', 'PARAMEDIC', 'Children under 2 years'])(
    'reads %s on the next page as the label of the items below it',
    (name) => {
      expect(blocksOfPages(`${items}\f${name}\n• Foreign body`)).toContain(name);
    },
  );

  it('reads a line below a short item as the label of the items below it', () => {
    expect(blocksOfPages('Causes:\n• Sting\n• Foreign body\n\fWarning Signs\n• Drooling')).toContain(
      'Warning Signs',
    );
  });
});
