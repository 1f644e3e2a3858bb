import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chunk, chunkSchema } from '../../../../../domain/knowledge/chunk.ts';
import { chunkDocument } from '../../../../../domain/knowledge/chunking/chunk-document.ts';
import {
  type ChunkingPolicy,
  policyFor,
  protocolPolicy,
  textbookPolicy,
} from '../../../../../domain/knowledge/chunking/chunking-policy.ts';
import type { CleanedDocument } from '../../../../../domain/knowledge/cleaned-document.ts';
import { cpuTimeOf } from '../../../../support/cpu-time.ts';

/** Words stand in for tokens: the counter is a parameter. */
const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;

const onePage = (text: string): CleanedDocument => ({
  text,
  pages: [{ page: 1, start: 0, end: text.length }],
});
const chunksOf = (text: string, policy: ChunkingPolicy = protocolPolicy): readonly Chunk[] =>
  chunkDocument(onePage(text), policy, countWords);

const sizeIn = (policy: ChunkingPolicy, text: string): number =>
  policy.unit === 'characters' ? text.length : countWords(text);

const sentence = (index: number): string =>
  `Sentence number ${index} says what to do with the airway of the patient in this situation.`;
const prose = (count: number): string =>
  Array.from({ length: count }, (_, index) => sentence(index)).join(' ');

describe('a chunk', () => {
  it('is the whole of a document with one sentence', () => {
    expect(chunksOf('Give oxygen.')).toEqual([
      {
        index: 0,
        text: 'Give oxygen.',
        sectionPath: [],
        contentType: 'general',
        isTable: false,
        firstPage: 1,
        lastPage: 1,
        tokens: 2,
        start: 0,
        end: 12,
      },
    ]);
  });

  it('does not exist for a document without text', () => {
    expect(chunksOf(' \n\n ')).toEqual([]);
  });

  it('begins with the last whole sentences of the previous one, up to the overlap', () => {
    const [first, second] = chunksOf(prose(30));
    const shared = (first?.end ?? 0) - (second?.start ?? 0);
    expect(shared).toBeGreaterThan(0);
    expect(shared).toBeLessThanOrEqual(protocolPolicy.overlap);
    expect(second?.text.startsWith('Sentence number')).toBe(true);
  });

  it('records the pages it touches', () => {
    const first = prose(8);
    const second = prose(20);
    const text = `${first}\n\n${second}`;
    const chunks = chunkDocument(
      {
        text,
        pages: [
          { page: 1, start: 0, end: first.length },
          { page: 2, start: first.length, end: first.length },
          { page: 3, start: first.length + 2, end: text.length },
        ],
      },
      protocolPolicy,
      countWords,
    );
    expect(chunks[0]).toMatchObject({ firstPage: 1, lastPage: 3 });
    expect(chunks.at(-1)).toMatchObject({ firstPage: 3, lastPage: 3 });
    // The page of a line is the first page plus the number of breaks at or before it, even past an empty
    // page.
    const breaks = chunks[0]?.pageBreaks ?? [];
    const pageAt = (at: number): number => 1 + breaks.filter((position) => position <= at).length;
    expect([first.length - 1, first.length + 2].map(pageAt)).toEqual([1, 3]);
    expect(chunks.at(-1)).not.toHaveProperty('pageBreaks');
  });

  it('records the worst OCR confidence of its pages', () => {
    const [one, two, three] = [prose(4), prose(4), prose(30)];
    const text = `${one}\n\n${two}\n\n${three}`;
    const second = one.length + 2;
    const third = second + two.length + 2;
    const chunks = chunkDocument(
      {
        text,
        pages: [
          { page: 1, start: 0, end: one.length, ocrConfidence: 0.9 },
          { page: 2, start: second, end: second + two.length, ocrConfidence: 0.22 },
          { page: 3, start: third, end: text.length },
        ],
      },
      protocolPolicy,
      countWords,
    );
    expect(chunks[0]).toMatchObject({ firstPage: 1, ocrConfidence: 0.22 });
    expect(chunks.at(-1)).not.toHaveProperty('ocrConfidence');
  });

  it('records the headings above it', () => {
    const text = `# Sepsis\n\n${prose(12)}\n\n## Dosing\n\n${prose(12)}\n\n## Transport\n\n${prose(12)}`;
    const paths = chunksOf(text).map(({ sectionPath }) => sectionPath.join(' > '));
    expect(new Set(paths)).toEqual(new Set(['Sepsis', 'Sepsis > Dosing', 'Sepsis > Transport']));
  });

  it.each(['TREATMENT', 'Indications:', '## Dosing', '2.1 Contraindications'])(
    'begins at the heading %s',
    (heading) => {
      const chunks = chunksOf(`${prose(8)}\n\n${heading}\n${prose(8)}`);
      expect(chunks.some(({ text }) => text.startsWith(heading))).toBe(true);
    },
  );

  it('never ends with a heading', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 12 }), (lengths) => {
        const text = lengths
          .map((length, index) => `SECTION ${'ABCDEFGHIJKL'.charAt(index)}\n\n${prose(length)}`)
          .join('\n\n');
        for (const chunk of chunksOf(text)) expect(chunk.text).toMatch(/situation\.$/);
      }),
    );
  });

  it.each([
    [
      'a heading broken across lines',
      'REPORTING RESPONSIBILITIES\nAND TIME FRAMES',
      'REPORTING RESPONSIBILITIES AND TIME FRAMES',
    ],
    ['a heading with a footnote', 'SINUS TACHYCARDIA ❶', 'SINUS TACHYCARDIA'],
    ['an enumerated heading', 'II. PROCEDURES', 'II. PROCEDURES'],
  ])('recognizes %s', (_, heading, title) => {
    expect(chunksOf(`${prose(8)}\n\n${heading}\n${prose(8)}`).at(-1)?.sectionPath).toEqual([title]);
  });

  it.each([
    ['Dosing by weight\n================', 'Dosing by weight'],
    ['Dosing by weight\n---', 'Dosing by weight'],
    ['2. Dosing by weight\n-------------------', '2. Dosing by weight'],
    ['**Dosing:**\n-----------', '**Dosing:**'],
    ['-------\nDosing\n-------', 'Dosing'],
  ])('begins at the underlined heading %j', (heading, title) => {
    const last = chunksOf(`${prose(8)}\n\n${heading}\n\n${prose(8)}`).at(-1);
    expect(last?.sectionPath).toEqual([title]);
    expect(last?.text).toContain(heading.split('\n').slice(-2).join('\n'));
  });

  it('distinguishes the outer of two underlined headings', () => {
    const text = `Sepsis\n======\n\n${prose(8)}\n\nDosing\n------\n${prose(8)}`;
    expect(chunksOf(text).map(({ sectionPath }) => sectionPath)).toEqual([['Sepsis'], ['Sepsis', 'Dosing']]);
  });

  it.each([
    'Give oxygen at once.\n---',
    'give oxygen\nand fluids\n---',
    '1. Give oxygen\n---',
    'Weight Dose\n-----------\n3 kg 0.3 mg',
    'Weight | Dose\n--- | ---\n3 kg | 0.3 mg',
    '---\nauthor: Doe\n---',
    'Give oxygen\n-- 1 --',
  ])('does not mistake %j for an underlined heading', (lines) => {
    expect(chunksOf(`${prose(8)}\n\n${lines}\n\n${prose(8)}`).at(-1)?.sectionPath).toEqual([]);
  });

  it.each(['transport', 'CPAP', 'A. AHCD', 'REVISED: 10-01-25', 'PAGE 1 OF 7', 'Give oxygen.'])(
    'does not mistake the line "%s" for a heading',
    (line) => {
      expect(chunksOf(`${prose(8)}\n\n${line}\n${prose(8)}`).at(-1)?.sectionPath).toEqual([]);
    },
  );

  it('does not mistake a letterhead for a section', () => {
    const text = `COUNTY OF EXAMPLE\nDEPARTMENT OF EMERGENCY CARE\n\n${prose(3)}`;
    expect(chunksOf(text)[0]?.sectionPath).toEqual([]);
  });
});

const table = (rows: number): string =>
  [
    '| Weight | Dose |',
    '| --- | --- |',
    ...Array.from({ length: rows }, (_, row) => `| ${row} kg | ${row} mg |`),
  ].join('\n');

describe('a table', () => {
  it('is a separate chunk with its heading', () => {
    const chunks = chunksOf(`${prose(6)}\n\n## Doses\n\n${table(5)}\n\n${prose(6)}`);
    const own = chunks.filter(({ isTable }) => isTable);
    expect(own).toHaveLength(1);
    expect(own[0]?.text).toBe(`## Doses\n\n${table(5)}`);
    expect(own[0]?.sectionPath).toEqual(['Doses']);
  });

  it('keeps its caption', () => {
    const chunks = chunksOf(`${prose(6)}\n\nTable 2. Doses by weight\n${table(5)}`);
    expect(chunks.at(-1)?.text).toBe(`Table 2. Doses by weight\n${table(5)}`);
  });

  it('is cut between rows when too long, and each part repeats the header', () => {
    const chunks = chunksOf(table(300));
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text, start, end } of chunks) {
      expect(text.startsWith('| Weight | Dose |\n| --- | --- |\n')).toBe(true);
      expect(text.length).toBeLessThanOrEqual(protocolPolicy.maximum);
      expect(text.endsWith(table(300).slice(start, end))).toBe(true);
      expect(text.endsWith(' mg |')).toBe(true);
    }
  });
});

describe('rows of numbers that are no Markdown table', () => {
  const spaced = Array.from(
    { length: 120 },
    (_, row) => `${row + 3} kg ${(row + 3) / 10} mg ${row + 3} mL`,
  ).join('\n');

  it.each([protocolPolicy, textbookPolicy])('are cut at line ends: $name', (policy) => {
    const chunks = chunksOf(`Weight Dose Volume\n${spaced}`, policy);
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks)
      for (const line of text.split('\n')) expect(line).toMatch(/^W|^\d+ kg .* mL$/);
  });

  it('are a table around a rule without outer pipes', () => {
    const head = 'Weight | Dose\n--- | ---:';
    const rows = spaced.replaceAll(' kg ', ' kg | ');
    const chunks = chunksOf(`${prose(6)}\n\n## Doses\n\n${head}\n${rows}\n\n${prose(6)}`);
    const own = chunks.filter(({ isTable }) => isTable);
    expect(own.length).toBeGreaterThan(1);
    for (const { text } of own) {
      expect(text).toContain(head);
      expect(text.endsWith(' mL')).toBe(true);
    }
    expect(chunks.at(-1)?.text.startsWith('Sentence')).toBe(true);
  });

  it('are not a table when the rule has another number of cells', () => {
    expect(chunksOf('Give oxygen\n--- | ---\nand fluids')[0]?.isTable).toBe(false);
  });
});

describe('an overlong line', () => {
  const longLine = (part: string): string => part.repeat(Math.ceil(4000 / part.length)).trim();

  it('is cut at clause marks', () => {
    const chunks = chunksOf(
      longLine('call the base for orders: ❺ may repeat midazolam once, then transport, '),
    );
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks) expect(text).toMatch(/[,:❺]$/);
  });

  it.each([
    'give 0.1 mg/kg of it ',
    'give 10 mg / kg of it ',
    'give 5 mg per kg now ',
    'give 10 - 15 mL again ',
    'keep it < 94 % then ',
    'repeat in 5 minutes if ',
    'use 2 to 4 mg and ',
    'give 5\nmg as needed ',
  ])('is never cut inside the quantity of "%s"', (part) => {
    const [quantity = ''] = /(?:< )?\d.*?(?=\s(?:of|now|again|then|if|and|as)\b)/s.exec(part) ?? [];
    for (const policy of [protocolPolicy, textbookPolicy])
      for (let shift = 0; shift < 12; shift += 1) {
        const text = `${'x'.repeat(shift)} ${longLine(part)}`;
        const chunks = chunksOf(text, policy);
        expect(chunks.length).toBeGreaterThan(1);
        for (let at = text.indexOf(quantity); at >= 0; at = text.indexOf(quantity, at + 1))
          for (const { start, end } of chunks)
            for (const edge of [start, end]) expect(edge <= at || edge >= at + quantity.length).toBe(true);
      }
  });
});

describe('a table that fits the maximum', () => {
  const rowsFor = (policy: ChunkingPolicy): number => {
    let rows = 1;
    while (sizeIn(policy, table(rows + 1)) <= policy.maximum) rows += 1;
    return rows;
  };

  it.each([protocolPolicy, textbookPolicy])('is never cut: $name', (policy) => {
    for (let fewer = 0; fewer < 5; fewer += 1) {
      const whole = table(rowsFor(policy) - fewer);
      for (const before of ['', '## Doses by weight\n\n', `${prose(8)}\n\nTable 2. Doses by weight\n\n`]) {
        const tables = chunksOf(`${before}${whole}\n\n${prose(8)}`, policy).filter(({ isTable }) => isTable);
        expect(tables).toHaveLength(1);
        expect(tables[0]?.text.endsWith(whole)).toBe(true);
      }
    }
  });

  it('keeps its section when its heading does not fit in the same chunk', () => {
    const [heading, own] = chunksOf(`## Doses by weight\n\n${table(rowsFor(protocolPolicy))}`);
    expect(heading?.text).toBe('## Doses by weight');
    expect(own?.sectionPath).toEqual(['Doses by weight']);
  });
});

describe('a list of steps', () => {
  const steps = (count: number): string =>
    Array.from({ length: count }, (_, index) => `${index + 1}. ${sentence(index)}`).join('\n');

  it('is not cut when it fits the maximum', () => {
    const chunks = chunksOf(`${prose(10)}\n\n${steps(15)}\n\n${prose(10)}`);
    expect(chunks.filter(({ text }) => text.includes(steps(15)))).toHaveLength(1);
  });

  const marks: readonly (readonly [string, (step: number) => string])[] = [
    ['Step 1:', (step) => `Step ${step}:`],
    ['Step 1.', (step) => `Step ${step}.`],
    ['**Step 1:**', (step) => `**Step ${step}:**`],
    ['1.1', (step) => `1.${step}`],
    ['2.3.1', (step) => `2.3.${step}`],
    ['a)', (step) => `${'abcdefghijklmnop'.charAt(step - 1)})`],
    ['(1)', (step) => `(${step})`],
    ['①', (step) => String.fromCharCode(0x245f + step)],
  ];
  const marked = (count: number, mark: (step: number) => string, end: string): string =>
    Array.from(
      { length: count },
      (_, index) => `${mark(index + 1)} ${sentence(index).slice(0, -1)}${end}`,
    ).join('\n');

  it.each(marks)('marked %s is not cut when it fits the maximum', (_, mark) => {
    for (const end of ['.', '', ';'])
      for (const before of [5, 10, 13]) {
        const list = marked(15, mark, end);
        const chunks = chunksOf(`${prose(before)}\n\n## Airway\n\n${list}\n\n${prose(10)}`);
        expect(chunks.filter(({ text }) => text.includes(list))).toHaveLength(1);
      }
  });

  it.each(marks)('marked %s is cut between steps when it does not fit', (_, mark) => {
    const list = marked(15, mark, `, and ${sentence(1)}`);
    const starts = list.split('\n').map((line) => list.indexOf(line));
    const chunks = chunksOf(list);
    expect(chunks.length).toBeGreaterThan(1);
    for (const { start } of chunks) expect(starts).toContain(start);
  });

  it('is not cut when it fits, even if the heading above it does not fit with it', () => {
    const heading = `## ${'Airway and breathing '.repeat(8).trim()}`;
    const whole = steps(19);
    expect(whole.length).toBeLessThanOrEqual(protocolPolicy.maximum);
    expect(whole.length + heading.length).toBeGreaterThan(protocolPolicy.maximum);
    expect(chunksOf(`${heading}\n\n${whole}\n\n${prose(9)}`).some(({ text }) => text === whole)).toBe(true);
  });

  it.each(['1.5 L of fluid', '2.5 MG of it', '0.5 mL more'])(
    'does not include lines that begin with a quantity: %s',
    (line) => {
      const lines = Array.from({ length: 40 }, () => `${line} over one hour in the end, then`).join('\n');
      const chunks = chunksOf(`${prose(11)}\n\n${lines}`);
      expect(chunks.flatMap(({ sectionPath }) => sectionPath)).toEqual([]);
      expect(chunks.some(({ text }) => text.includes(lines))).toBe(false);
    },
  );

  it('is a list of headings when its items are sections with text below them', () => {
    const text = `${prose(8)}\n\n1.1 Airway\n${prose(8)}\n\n1.2 Breathing\n${prose(8)}`;
    expect(
      chunksOf(text)
        .slice(1)
        .map(({ sectionPath }) => sectionPath),
    ).toEqual([['1.1 Airway'], ['1.2 Breathing']]);
  });

  it('is cut between steps when it does not fit', () => {
    const chunks = chunksOf(steps(60));
    expect(chunks.length).toBeGreaterThan(1);
    for (const { text } of chunks) expect(text).toMatch(/^\d+\. /);
  });

  it.each([protocolPolicy, textbookPolicy])(
    'is not repeated from the middle of a step when too long: $name',
    (policy) => {
      const short = Array.from({ length: 150 }, (_, index) => `Look at sign ${index} first.`).join(' ');
      const text = Array.from({ length: 4 }, (_, index) => `${index + 1}. ${short}`).join('\n');
      const chunks = chunksOf(text, policy);
      expect(chunks.length).toBeGreaterThan(4);
      for (const [index, { start }] of chunks.entries()) {
        const overlaps = start < (chunks[index - 1]?.end ?? 0);
        if (overlaps) expect(text.slice(start)).toMatch(/^\d\. /);
      }
    },
  );

  it('of clauses without a full stop is not repeated from the middle of a line', () => {
    const line = `${'give 5 mg/kg, then look again, '.repeat(35)}and stop`;
    const text = `${line}\n${line}\n${line}`;
    const chunks = chunksOf(text);
    expect(chunks.length).toBeGreaterThan(2);
    for (const [index, { start }] of chunks.entries())
      if (start < (chunks[index - 1]?.end ?? 0)) expect(text.slice(0, start)).toMatch(/\n$/);
  });

  it('continues over an empty line to the next step', () => {
    const text = '1. Open the airway.\n\nUse a jaw thrust in trauma.\n\n2. Ventilate.';
    expect(chunksOf(`${text}`)[0]?.text).toBe(text);
  });
});

const heading = fc.constantFrom('TREATMENT', '## Dosing', 'Indications:', '# Shock', '2.1 Airway');
const words = fc.array(fc.constantFrom('give', 'epinephrine', '0.3', 'mg', 'IM', 'Dr.', 'q.i.d.', 'airway'), {
  minLength: 1,
  maxLength: 30,
});
const sentenceArbitrary = words.map((list) => `The ${list.join(' ')}.`);
const paragraph = fc.array(sentenceArbitrary, { minLength: 1, maxLength: 20 }).map((list) => list.join(' '));
const list = fc
  .array(sentenceArbitrary, { minLength: 1, maxLength: 15 })
  .map((items) => items.map((item, index) => `${index + 1}. ${item}`).join('\n'));
const tableArbitrary = fc.integer({ min: 1, max: 120 }).map(table);
const spacedRows = fc
  .integer({ min: 1, max: 120 })
  .map((rows) => Array.from({ length: rows }, (_, row) => `${row + 3} kg ${row}.5 mg ${row} mL`).join('\n'));
const openTable = fc
  .integer({ min: 1, max: 120 })
  .map((rows) =>
    [
      'Weight | Dose',
      '--- | ---',
      ...Array.from({ length: rows }, (_, row) => `${row} kg | ${row}.5 mg/kg`),
    ].join('\n'),
  );
const clauses = fc
  .array(
    fc.constantFrom('give 5 mg/kg,', 'then', '0.3 mg', 'IM', 'for 10 - 15 minutes', 'orders: ❺', 'repeat'),
    {
      minLength: 1,
      maxLength: 400,
    },
  )
  .map((parts) => parts.join(' '));
const longSteps = fc
  .array(fc.oneof(clauses, paragraph), { minLength: 2, maxLength: 6 })
  .map((items) => items.map((item, index) => `Step ${index + 1}: ${item}`).join('\n'));
const underlined = fc.constantFrom('Dosing\n======', 'Shock in children\n---');
const laidOutBlock = fc.oneof(
  spacedRows,
  openTable,
  clauses,
  longSteps,
  underlined,
  paragraph,
  tableArbitrary,
);
const laidOutText = fc
  .array(laidOutBlock, { minLength: 1, maxLength: 8 })
  .map((blocks) => blocks.join('\n\n'));
const anyBlock = fc.oneof(
  laidOutBlock,
  heading,
  paragraph,
  list,
  tableArbitrary,
  fc.string({ maxLength: 3000 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);
const anyText = fc.array(anyBlock, { maxLength: 12 }).map((blocks) => blocks.join('\n\n'));
const proseText = fc.array(paragraph, { minLength: 1, maxLength: 12 }).map((blocks) => blocks.join('\n\n'));
const anyPolicy = fc.constantFrom(protocolPolicy, textbookPolicy);

describe('the chunks of any document', () => {
  it('contain every character but white space, in order, as exact spans of the text', () => {
    fc.assert(
      fc.property(anyText, anyPolicy, (text, policy) => {
        let covered = 0;
        let previousStart = -1;
        for (const [index, chunk] of chunksOf(text, policy).entries()) {
          expect(chunk.index).toBe(index);
          expect(text.slice(covered, Math.max(covered, chunk.start)).trim()).toBe('');
          expect(chunk.start).toBeGreaterThan(previousStart);
          expect(chunk.end).toBeGreaterThan(covered);
          const slice = text.slice(chunk.start, chunk.end);
          if (chunk.isTable) expect(chunk.text.endsWith(slice)).toBe(true);
          else expect(chunk.text).toBe(slice);
          previousStart = chunk.start;
          covered = chunk.end;
        }
        expect(text.slice(covered).trim()).toBe('');
      }),
      { numRuns: 100 },
    );
  });

  it('never begin or end between a number and its unit, nor inside a row', () => {
    fc.assert(
      fc.property(laidOutText, anyPolicy, (text, policy) => {
        for (const { start, end } of chunksOf(text, policy))
          for (const edge of [start, end]) {
            const [before, after] = [text.slice(0, edge).trimEnd(), text.slice(edge).trimStart()];
            expect(/\d$/.test(before) && /^(?:kg|mg|mL|minutes|-)/.test(after)).toBe(false);
            const line = text.slice(text.lastIndexOf('\n', edge - 1) + 1, edge).trim();
            if (/^\d+ kg/.test(line)) expect(/^(?:\n|$)/.test(text.slice(edge))).toBe(true);
          }
      }),
      { numRuns: 80 },
    );
  });

  it('repeat whole sentences, lines and steps of the previous chunk, up to the overlap', () => {
    fc.assert(
      fc.property(laidOutText, anyPolicy, (text, policy) => {
        const chunks = chunksOf(text, policy);
        for (const [index, { start, isTable }] of chunks.entries()) {
          const before = chunks[index - 1];
          if (before === undefined || start >= before.end) continue;
          expect(isTable || before.isTable).toBe(false);
          expect(sizeIn(policy, text.slice(start, before.end))).toBeLessThanOrEqual(policy.overlap);
          expect(text.slice(0, start)).toMatch(/(?:^|\n|[.!?] )$/);
          const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
          expect(line).not.toMatch(/^Step/);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('are valid and never longer than the maximum', () => {
    fc.assert(
      fc.property(anyText, anyPolicy, (text, policy) => {
        for (const chunk of chunksOf(text, policy)) {
          chunkSchema.parse(chunk);
          expect(sizeIn(policy, chunk.text)).toBeLessThanOrEqual(policy.maximum);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('have at least the minimum in running text, except the last', () => {
    fc.assert(
      fc.property(proseText, anyPolicy, (text, policy) => {
        // Tokens are estimated from above with one for each joint, at most a twelfth here.
        for (const chunk of chunksOf(text, policy).slice(0, -1))
          expect(sizeIn(policy, chunk.text)).toBeGreaterThanOrEqual(
            policy.unit === 'tokens' ? (policy.minimum * 2) / 3 : policy.minimum,
          );
      }),
    );
  });

  it('are produced in time proportional to the text, even without spaces or line breaks', () => {
    const took = cpuTimeOf(() => {
      for (const unit of [
        'a',
        '1',
        '.',
        '|',
        '# ',
        'A\n',
        '1. a\n',
        '. A',
        '| a |\n',
        'a:\n\n',
        '"',
        '-|-\n',
        '1 mg ',
        'a\n\nb | c\n',
      ]) {
        for (const policy of [protocolPolicy, textbookPolicy])
          chunksOf(unit.repeat(60_000 / unit.length), policy);
      }
    });
    // A quadratic step would take half a minute; this takes two seconds.
    expect(took).toBeLessThan(10_000);
  });
});

describe('the chunking policy', () => {
  it('is the textbook policy for prose and the protocol policy for instructions', () => {
    expect(policyFor('textbook')).toMatchObject({
      unit: 'tokens',
      target: 500,
      overlap: 100,
      minimum: 200,
      maximum: 750,
    });
    expect(policyFor('journal').name).toBe('textbook');
    expect(policyFor('protocol')).toMatchObject({
      unit: 'characters',
      target: 1200,
      overlap: 150,
      minimum: 400,
      maximum: 1800,
    });
    expect(policyFor('guideline').name).toBe('protocol');
  });
});
