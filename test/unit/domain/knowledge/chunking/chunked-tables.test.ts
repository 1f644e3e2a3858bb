import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../../domain/knowledge/chunk.ts';
import { chunkDocument } from '../../../../../domain/knowledge/chunking/chunk-document.ts';
import {
  type ChunkingPolicy,
  protocolPolicy,
  textbookPolicy,
} from '../../../../../domain/knowledge/chunking/chunking-policy.ts';
import { cellsOfRow } from '../../../../../domain/knowledge/markdown-row.ts';
import { cpuTimeOf } from '../../../../support/cpu-time.ts';

/** Words stand in for tokens: the counter is a parameter. */
const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;
const sizeIn = (policy: ChunkingPolicy, text: string): number =>
  policy.unit === 'characters' ? text.length : countWords(text);

const chunksOf = (text: string, policy: ChunkingPolicy = protocolPolicy): readonly Chunk[] =>
  chunkDocument({ text, pages: [{ page: 1, start: 0, end: text.length }] }, policy, countWords);
const leadOf = ({ text, start, end }: Chunk): string => text.slice(0, text.length - (end - start));
const tablesOf = (text: string, policy?: ChunkingPolicy): readonly Chunk[] =>
  chunksOf(text, policy).filter(({ isTable }) => isTable);

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const ruleOf = (columns: number): string => `|${' --- |'.repeat(columns)}`;
const dosesOf = (rows: number, from = 0): readonly string[] =>
  Array.from({ length: rows }, (_, index) =>
    row([`Drug ${from + index}`, `${from + index} mg`, 'slow IV push']),
  );
const head = row(['Drug', 'Dose', 'Route']);

describe('the heading lines of a table', () => {
  it('are in every part of it: heading, banner, header', () => {
    const text = [
      '## Pediatric patients',
      'Purple zone, 10-11 kg',
      '',
      head,
      ruleOf(3),
      ...dosesOf(120),
    ].join('\n');
    const parts = tablesOf(text);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts.slice(1))
      expect(leadOf(part)).toBe(`## Pediatric patients\nPurple zone, 10-11 kg\n${head}\n${ruleOf(3)}\n`);
  });

  it('include each caption of a band, until one of them is repeated', () => {
    const table = [head, ruleOf(3), ...dosesOf(2)].join('\n');
    const bandOf = (colour: string, age: string, weight: number): readonly string[] => [
      `Tape color: ${colour}`,
      `Age Range: ${age}`,
      table,
      `Approximate kg: ${weight}\nTube Size: 5 fr`,
      'Usual signs HR: 100-170',
      table,
    ];
    const tables = tablesOf(
      [...bandOf('Pink', '3-5 months', 6), ...bandOf('Red', '6-11 months', 8)].join('\n\n'),
    );
    const ruling = /Pink|Red|\d+-\d+ months|kg: \d/g;
    expect(tables.map(({ text }) => text.match(ruling))).toEqual([
      ['Pink', '3-5 months'],
      ['Pink', '3-5 months', 'kg: 6'],
      ['Red', '6-11 months'],
      ['Red', '6-11 months', 'kg: 8'],
    ]);
  });

  it('also apply to the second table below, until another heading', () => {
    const table = [head, ruleOf(3), ...dosesOf(2)].join('\n');
    const text = [
      'Purple zone, 10-11 kg',
      table,
      'Infusions',
      table,
      '## Transport',
      'Yellow zone, 12-14 kg',
      table,
      '## Signs',
      table,
    ].join('\n\n');
    const [first, second, third, fourth] = tablesOf(text);
    expect([first, second, third, fourth].map((chunk) => chunk?.text.match(/\w+ zone/g))).toEqual([
      ['Purple zone'],
      ['Purple zone'],
      ['Yellow zone'],
      null,
    ]);
    expect(second?.text).toMatch(/^Purple zone, 10-11 kg\nInfusions\n/);
  });

  it('may have headings below them', () => {
    const table = [head, ruleOf(3), ...dosesOf(2)].join('\n');
    const text = ['Red zone, 8-9 kg', '## Medications', table, '## Equipment', table, '# Adults', table].join(
      '\n\n',
    );
    const [first, second, third] = tablesOf(text);
    for (const chunk of [first, second]) expect(chunk?.text).toContain('Red zone, 8-9 kg');
    expect(second?.text).toContain('Equipment');
    expect(third?.text).not.toContain('Red zone');
  });

  it('include the list entry that introduces the table', () => {
    const list = '1. Secure the scene.\n2. For children of 3 to 36 kg give antidote by the table below:';
    const [chunk] = tablesOf(`${list}\n\n${head}\n${ruleOf(3)}\n${dosesOf(3).join('\n')}`);
    expect(leadOf(chunk ?? expect.fail())).toBe(
      '2. For children of 3 to 36 kg give antidote by the table below:\n',
    );
  });

  it('include a separate line directly above the table, even a sentence', () => {
    const line = 'What decides whether to ventilate.';
    const text = `Some words before it.\n\n${line}\n\n${head}\n${ruleOf(3)}\n${dosesOf(2).join('\n')}`;
    expect(tablesOf(text)[0]?.text.startsWith(line)).toBe(true);
  });

  it('include notes below it', () => {
    const table = [head, ruleOf(3), ...dosesOf(2)].join('\n');
    const note = '*Maximum 10 mg in all.\n**By base order.';
    expect(tablesOf(`${table}\n\n${note}\n\nOther words.`)[0]?.text).toBe(`${table}\n\n${note}`);
  });
});

describe('a row of a part', () => {
  it('appears under the title of its group', () => {
    const group = (title: string, from: number): readonly string[] => [
      row([title, '', '']),
      ...dosesOf(60, from),
    ];
    const parts = tablesOf([head, ruleOf(3), ...group('ADULT', 0), ...group('PEDIATRIC', 100)].join('\n'));
    for (const { text } of parts)
      for (const [dose = '', number] of text.matchAll(/Drug (\d+)/g)) {
        const titles = text.slice(0, text.indexOf(dose)).match(/ADULT|PEDIATRIC/g);
        expect(titles?.at(-1)).toBe(Number(number) < 100 ? 'ADULT' : 'PEDIATRIC');
      }
  });

  it('is not separated from the key that it shares with the rows above', () => {
    const rows = Array.from({ length: 60 }, (_, index) => [
      row([`${index + 3} kg`, 'epinephrine', `0.${index} mg`]),
      row(['', 'atropine', `0.${index}5 mg`]),
      row(['', 'amiodarone', `${index} mg`]),
    ]).flat();
    const parts = tablesOf([row(['Weight', 'Drug', 'Dose']), ruleOf(3), ...rows].join('\n'));
    expect(parts.length).toBeGreaterThan(1);
    for (const { text } of parts) expect(text.split('\n').find((line) => /mg \|$/.test(line))).toMatch(/kg/);
  });

  it('has the key next to it when its group is longer than a chunk', () => {
    const rows = Array.from({ length: 90 }, (_, index) =>
      row([index === 0 ? '10 kg' : '', `drug ${index}`, `${index} mg`]),
    );
    const parts = tablesOf([row(['Weight', 'Drug', 'Dose']), ruleOf(3), ...rows].join('\n'));
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts.slice(1)) expect(leadOf(part)).toMatch(/^Weight: 10 kg\n\| Weight \|/);
  });

  it('begins with its key again when cut', () => {
    const long = 'give it slowly and look again, '.repeat(80).trim();
    const text = [
      row(['Weight', 'How', 'Then']),
      ruleOf(3),
      row(['10 kg', long, 'call']),
      row(['12 kg', 'x', 'y']),
    ];
    const parts = tablesOf(text.join('\n'));
    expect(parts.length).toBeGreaterThan(1);
    for (const { text: part } of parts) expect(part).toContain('| 10 kg | ');
    expect(parts[1]?.text.split('\n')[2]).toMatch(/^\| 10 kg \| (?:give|and|look|it|again|slowly)/);
  });

  it('has all lines of its header', () => {
    const two = [
      row(['', 'Fentanyl', '', 'Morphine', '']),
      ruleOf(5),
      row(['Weight', 'mcg', 'mL', 'mg', 'mL']),
    ].join('\n');
    const keyed = [
      row(['Color', 'Grey', 'Pink', 'Red', 'Purple']),
      ruleOf(5),
      row(['Weight (kg)', '3-5', '6-7', '8-9', '10-11']),
    ].join('\n');
    for (const both of [two, keyed]) {
      const rows = Array.from({ length: 90 }, (_, index) => row([`n ${index}`, '1', '2', '3', '4']));
      const parts = tablesOf(`${both}\n${rows.join('\n')}`);
      expect(parts.length).toBeGreaterThan(1);
      for (const { text } of parts) expect(text.startsWith(both)).toBe(true);
    }
  });

  it('is not part of a header because it contains words', () => {
    const rows = dosesOf(90).map((line) => line.replace(/\d+ mg/, 'as ordered'));
    const parts = tablesOf([head, ruleOf(3), ...rows].join('\n'));
    for (const part of parts.slice(1)) expect(leadOf(part)).toBe(`${head}\n${ruleOf(3)}\n`);
  });

  it('has its columns, shortened if needed, when the header is as long as a chunk', () => {
    const names = Array.from({ length: 8 }, (_, index) => `Column ${index} ${'of many words '.repeat(20)}`);
    const rows = Array.from({ length: 60 }, (_, index) => row(names.map((_name, at) => `${index}.${at} mg`)));
    const parts = tablesOf([row(names), ruleOf(8), ...rows].join('\n'));
    const own = parts.filter(({ text }) => / mg \|/.test(text));
    expect(own.length).toBeGreaterThan(1);
    for (const { text } of own) expect(text).toMatch(/\| Column 0 .*\| Column 7 /);
  });
});

/** Each row names its group and its key, so that a test can check that it is under them. */
const anyTable = fc
  .record({
    columns: fc.integer({ min: 2, max: 6 }),
    width: fc.integer({ min: 1, max: 8 }),
    groups: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 }),
    isGrouped: fc.boolean(),
    merged: fc.integer({ min: 1, max: 4 }),
    banner: fc.boolean(),
    heading: fc.boolean(),
    notes: fc.boolean(),
  })
  .map(({ columns, width, groups, isGrouped, merged, banner, heading, notes }) => {
    const others = (name: string): readonly string[] =>
      Array.from({ length: columns - 1 }, (_, column) => `${name} c${column}${' w'.repeat(width)}`);
    const rows = groups.flatMap((length, group) => [
      ...(isGrouped ? [row([`GROUP-${group}`, ...Array.from({ length: columns - 1 }, () => '')])] : []),
      ...Array.from({ length }, (_, index) => {
        const key = `key-${group}-${index - (index % merged)}`;
        return row([index % merged === 0 ? key : '', ...others(`r-${group}-${index} ${key}`)]);
      }),
    ]);
    const table = [row(['Head', ...others('head')]), ruleOf(columns), ...rows].join('\n');
    const parts = [
      ...(heading ? ['## Doses for children'] : []),
      ...(banner ? ['Green zone, 30-36 kg'] : []),
      table,
      ...(notes ? ['* a note that goes with it'] : []),
    ];
    return { text: parts.join('\n\n'), isGrouped, banner };
  });

describe('every row of every part of any table', () => {
  it('comes under its heading, its banner, the title of its group and its key', () => {
    fc.assert(
      fc.property(anyTable, fc.constantFrom(protocolPolicy, textbookPolicy), (table, policy) => {
        const seen = new Set<string>();
        for (const { text } of chunksOf(table.text, policy)) {
          expect(sizeIn(policy, text)).toBeLessThanOrEqual(policy.maximum);
          let [hasHead, hasBanner, title, keys]: [boolean, boolean, string, string] = [false, false, '', ''];
          for (const line of text.split('\n')) {
            if (line.startsWith('| Head |')) hasHead = true;
            if (line.startsWith('Green zone')) hasBanner = true;
            title = /GROUP-\d+/.exec(line)?.[0] ?? title;
            keys = /^(?:\| |Head: )(key-\d+-\d+)/.exec(line)?.[1] ?? keys;
            const [, name, group, key] = /r-((\d+)-\d+) (key-\d+-\d+)/.exec(line) ?? [];
            if (name === undefined) continue;
            seen.add(name);
            expect([hasHead, hasBanner, keys]).toEqual([true, table.banner, key]);
            if (table.isGrouped) expect(title).toBe(`GROUP-${group}`);
          }
        }
        for (const [, name = ''] of table.text.matchAll(/r-(\d+-\d+)/g)) expect(seen).toContain(name);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the rest of a row that is cut', () => {
  const wide = (columns: number, length: number): string =>
    [
      row(['Drug', ...Array.from({ length: columns }, (_, at) => `${at} kg`)]),
      ruleOf(columns + 1),
      ...Array.from({ length: 3 }, (_, at) =>
        row([
          `Drug ${at}`,
          ...Array.from({ length: columns }, (_cell, column) =>
            `for ${column} kg ${'x '.repeat(length)}`.trim(),
          ),
        ]),
      ),
    ].join('\n');

  it.each([
    [16, 60],
    [25, 31],
    [29, 45],
    [33, 30],
    [40, 20],
  ])('has its values below their own headers, of %i columns with cells of %i words', (columns, length) => {
    const parts = tablesOf(wide(columns, length));
    expect(parts.length).toBeGreaterThan(2);
    let values = 0;
    for (const { text } of parts) {
      const rows = text.split('\n').filter((line) => line.startsWith('|'));
      const heads = rows.find((line) => line.includes('| 0 kg |'));
      if (heads === undefined) continue;
      const names = cellsOfRow(heads);
      for (const [at, cell] of rows.flatMap((line) => [...cellsOfRow(line).entries()])) {
        const holdsFor = /^for (\d+ kg)/.exec(cell)?.[1];
        if (holdsFor === undefined) continue;
        values += 1;
        expect(names[at]).toBe(holdsFor);
      }
    }
    expect(values).toBeGreaterThan(columns);
  });

  it('is produced in time proportional to the row', () => {
    const took = cpuTimeOf(() => chunksOf(wide(40_000, 2)));
    // Counting the cells of the row again for each of its parts would take minutes.
    expect(took).toBeLessThan(20_000);
  });
});
