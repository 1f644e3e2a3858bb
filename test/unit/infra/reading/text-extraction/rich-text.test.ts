import { describe, expect, it } from 'vitest';
import { readRtf } from '../../../../../infra/reading/text-extraction/rtf/read-rtf.ts';
import { failureOf } from '../../../../support/failure-of.ts';

const read = async (body: string, head = '\\ansi\\ansicpg1252') => {
  const { pages, leftOut, title, authors } = await readRtf(Buffer.from(`{\\rtf1${head} ${body}}`, 'latin1'));
  return { text: pages[0]?.text ?? '', leftOut, title, authors };
};
const textOf = async (body: string, head?: string): Promise<string> => (await read(body, head)).text;

describe('an RTF file', () => {
  it('keeps its title, headings and paragraphs', async () => {
    const styles = '{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2 Title;}}';
    const { text, title, authors } = await read(
      `${styles}{\\info{\\title Policy}{\\author A. Writer}{\\creatim\\yr2026}}\\pard\\s2 Policy 5.03\\par\\pard\\s1 Dose\\par\\pard\\s0 Give 2 mg\\line slowly\\par`,
    );
    expect(text).toBe('# Policy 5.03\n\n## Dose\n\nGive 2 mg\nslowly');
    expect([title, authors]).toEqual(['Policy', ['A. Writer']]);
  });

  it.each([
    ['its own code page', "5 \\'b5g \\'96 10 \\'b5g", undefined, '5 µg – 10 µg'],
    ['a Macintosh code page', "5 \\'b5g", '\\mac', '5 µg'],
    [
      'the font of another script',
      "{\\fonttbl{\\f1\\fcharset204 Arial;}}{\\f1 \\'e4\\'ee\\'e7\\'e0}",
      undefined,
      'доза',
    ],
    [
      'numbers, with replacements for older programs',
      "\\u8805? 5 \\uc2\\u956\\'b5\\'b5g",
      undefined,
      '≥ 5 μg',
    ],
    ['surrogate pairs', '\\uc0\\u-10178\\u-8582  x', undefined, '🩺 x'],
    [
      'a symbol font',
      "{\\fonttbl{\\f2\\fcharset2 Symbol;}}5 {\\f2 m}g, {\\f2 \\'b3} 2",
      undefined,
      '5 μg, ≥ 2',
    ],
    ['control words', 'a\\emdash b\\~c\\_d \\{e\\}', undefined, 'a—b c-d {e}'],
  ])('decodes its characters by %s', async (_, body, head, expected) => {
    expect(await textOf(body, head)).toBe(expected);
  });

  it.each([
    ['Give {\\strike 20 mg }2 mg IV', { hidden: 0, struck: 1 }],
    ['Give \\strike 20 mg \\strike0 2 mg IV', { hidden: 0, struck: 1 }],
    ['Give {\\striked1 20 mg }2 mg IV', { hidden: 0, struck: 1 }],
    ['Give {\\v 30 mg }2 mg IV', { hidden: 1, struck: 0 }],
    ['Give \\v 30 mg \\plain 2 mg IV', { hidden: 1, struck: 0 }],
    ['Give {\\deleted 30 mg }2 mg IV', { hidden: 0, struck: 0 }],
  ])('omits text that is struck out, hidden or deleted: %s', async (body, leftOut) => {
    expect(await read(body)).toMatchObject({ text: 'Give 2 mg IV', leftOut });
  });

  it('omits text meant only for programs', async () => {
    expect(
      await textOf(
        '{\\fonttbl{\\f0 Arial;}}{\\colortbl;\\red1;}{\\*\\generator x;}{\\*\\unknown y}{\\pict 89504e47}{\\bin3 }}}\\bin3 }}}A{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}}{\\xe{index}}'.replace(
          '{\\bin3 }}}',
          '',
        ),
      ),
    ).toBe('Alink');
  });

  it('keeps its lists with the printed numbers', async () => {
    const item = (label: string, text: string, level = 0): string =>
      `{\\listtext ${label}\\tab}\\pard\\ls1\\ilvl${level} ${text}\\par`;
    const text = await textOf(
      item('1.', 'Airway') +
        item('a)', 'suction', 1) +
        item('2.', 'Breathing') +
        "{\\fonttbl{\\f3\\fcharset2 Symbol;}}{\\listtext\\f3\\'b7\\tab}\\pard\\ls2 bullet\\par",
    );
    expect(text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))).toEqual([
      '1. Airway',
      'a) suction',
      '2. Breathing',
      '- bullet',
    ]);
  });

  it('keeps its tables, with cells over several columns and rows', async () => {
    const row = (definition: string, ...cells: readonly string[]): string =>
      `\\trowd ${definition}\\pard\\intbl ${cells.map((cell) => `${cell}\\cell `).join('')}\\row\n`;
    const three = '\\cellx1000\\cellx2000\\cellx3000';
    const text = await textOf(
      row('\\cellx1000\\cellx3000', 'Drug', 'Adult') +
        row(three, '', 'IV', 'IM') +
        row('\\clvmgf\\cellx1000\\cellx2000\\cellx3000', 'Midazolam', '5 mg', '10 mg\\par slowly') +
        row('\\clvmrg\\cellx1000\\cellx2000\\cellx3000', '', '2 mg', '4 mg') +
        '\\pard after\\par',
    );
    expect(text).toBe(
      '| Drug | Adult IV | Adult IM |\n| --- | --- | --- |\n| Midazolam | 5 mg | 10 mg slowly |\n| Midazolam | 2 mg | 4 mg |\n\nafter',
    );
  });

  it('keeps its notes with their numbers, its boxes, headers and footers', async () => {
    const text = await textOf(
      '{\\header Policy 5.03\\par}{\\footerl Effective July 1\\par}Give 2{\\super\\chftn{\\footnote\\pard {\\super\\chftn} Not in children}} mg\\par {\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv y}}{\\shptxt Warning\\par}}{\\shprslt Warning}}',
    );
    expect(text).toBe('Policy 5.03\n\nGive 2¹ mg\n\nWarning\n\n¹ Not in children\n\nEffective July 1');
  });

  it('marks shifted text only for a note mark or an exponent', async () => {
    expect(await textOf('Give 2{\\up6 1} mg, {\\up6 as above}')).toBe('Give 2¹ mg, as above');
  });

  it('is rejected when truncated, or endlessly nested', async () => {
    expect(await failureOf(readRtf(Buffer.from('{\\rtf1 {Give 2')))).toMatchObject({
      details: { reason: 'file_damaged' },
    });
    expect(await failureOf(read('{'.repeat(5000) + '}'.repeat(5000)))).toMatchObject({
      details: { reason: 'nested_too_deep' },
    });
  });
});
