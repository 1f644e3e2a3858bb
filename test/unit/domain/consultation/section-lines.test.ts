import { describe, expect, it } from 'vitest';
import { headsOf } from '../../../../domain/consultation/excerpt/outline/block-tree.ts';
import { outlineDocument } from '../../../../domain/consultation/excerpt/outline/outline-document.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

const outline = (text: string) => {
  const blocks = outlineDocument([givenPassage({ text })]);
  return blocks.map(({ lines, kind }, at) => ({
    kind,
    line: lines.join(' '),
    heads: headsOf(blocks, at).map((head) => blocks[head]?.lines[0] ?? ''),
  }));
};
const headsOfLine = (text: string, line: string): readonly string[] | undefined =>
  outline(text).find((one) => one.line === line)?.heads;

describe('numbered sections', () => {
  const text = [
    '5.1 Devices of the ward\n\nThe devices are:\n• A mask for all\n• A mask for some',
    '5.2.2 Acute wheeze\n\nGive the drug at 4 L/min.',
    '6 WAYS TO GIVE IT\n\n6.1 At the start\nGive 5 mg.',
    '6.2 Afterwards\n\nGive 2 mg.',
  ].join('\n\n');

  it('are nested by their numbers only', () => {
    expect(headsOfLine(text, 'Give the drug at 4 L/min.')).toEqual(['5.2.2 Acute wheeze']);
    expect(headsOfLine(text, 'Give 5 mg.')).toEqual(['6.1 At the start', '6 WAYS TO GIVE IT']);
    expect(headsOfLine(text, 'Give 2 mg.')).toEqual(['6.2 Afterwards', '6 WAYS TO GIVE IT']);
  });

  it('are steps when consecutive, and amounts are not sections', () => {
    const steps = '1.1 Open the airway\n1.2 Look for a foreign body\n1.3 Give breaths';
    expect(outline(`Some text.\n\n${steps}`).filter(({ kind }) => kind === 'heading')).toEqual([]);
    expect(
      outline('Some text.\n\n2.5 MG Tablets are there').filter(({ kind }) => kind === 'heading'),
    ).toEqual([]);
  });
});

describe('a caption in large print', () => {
  it.each(['Figure 8. Share of patients with an event', 'Table 7 Response in percent', 'Fig. 2: Pathway'])(
    'heads its figure or table, and no section after it: %s',
    (caption) => {
      const text = `Some text.\n\n## Studies\n\n## ${caption}\n\nLines of it.\n\n### Instructions\n\nShake it well.`;
      expect(headsOfLine(text, 'Lines of it.')?.[0]).toBe(`## ${caption}`);
      expect(headsOfLine(text, 'Shake it well.')).toEqual(['### Instructions', '## Studies']);
    },
  );
});

describe('section names between rules', () => {
  it('head the text below them, even after the last line of an item', () => {
    const text = [
      '• for the prevention of clots. (1.2) ---------------------DOSAGE AND ADMINISTRATION---------------------',
      '• The recommended dose is 5 mg twice daily. (2.1)',
      '----------------------DOSAGE FORMS AND STRENGTHS--------------------',
      '• Tablets: 5 mg (3)',
    ].join('\n');
    expect(headsOfLine(`Some text.\n\n${text}`, '• The recommended dose is 5 mg twice daily. (2.1)')).toEqual(
      ['DOSAGE AND ADMINISTRATION'],
    );
    expect(headsOfLine(`Some text.\n\n${text}`, '• Tablets: 5 mg (3)')).toEqual([
      'DOSAGE FORMS AND STRENGTHS',
    ]);
  });
});

describe('a table of contents', () => {
  it.each([
    'Contents\n1 Scope 3\n2 Dose of the drug 5\n3 Who must not have it 9\n4 Where to look 11',
    'Scope ........ 3\nDose of the drug ........ 5\nWho must not have it ..... 9\nWhere to look ....... 11',
    'FULL PRESCRIBING INFORMATION: CONTENTS*\n1 INDICATIONS AND USAGE\n2 DOSAGE AND ADMINISTRATION\n2.1 Dose of the drug\n3 DOSAGE FORMS\nand more\nof them\nin columns\n16\n* Sections or subsections omitted from the full prescribing information are not listed.',
  ])('cannot be quoted: %#', (contents) => {
    const read = outline(
      `The drug of the house.\n\n${contents}\n\n2 DOSAGE AND ADMINISTRATION\n\nGive 5 mg twice daily.`,
    );
    expect(read.map(({ line }) => line)).toEqual([
      'The drug of the house.',
      '2 DOSAGE AND ADMINISTRATION',
      'Give 5 mg twice daily.',
    ]);
  });

  it('ends where the section titles repeat', () => {
    const contents = 'Contents\n1 Scope 3\n2 Dose 5\n3 Who must not have it 9\n4 Where to look 11';
    const read = outline(`The drug of the house.\n\n${contents}\n\n1.1 Scope of all\n\nFor adults.`);
    expect(read.map(({ line }) => line)).toEqual([
      'The drug of the house.',
      '1.1 Scope of all',
      'For adults.',
    ]);
  });
});
