import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLines } from '../../../../../infra/reading/page-images/find-lines.ts';
import type { PageCharacter } from '../../../../../infra/reading/text-extraction/pdf/page-character.ts';

type Piece = { readonly text: string; readonly x: number; readonly y: number };

/** A page of pieces in drawing order: letters of 6 by 10 points, `y` is measured from the top. */
const drawn = (pieces: readonly Piece[]): readonly PageCharacter[] =>
  pieces.flatMap(({ text, x, y }) =>
    [...text, '\n'].map((character, index) => ({
      text: character,
      left: x + index * 6,
      right: x + index * 6 + 6,
      top: 800 - y,
      bottom: 790 - y,
      size: /\s/.test(character) ? 0 : 10,
      quarters: 0,
    })),
  );
/** Lines below each other. */
const typed = (text: string): readonly PageCharacter[] =>
  drawn(text.split('\n').map((line, row) => ({ text: line, x: 72, y: row * 12 })));

const found = (page: readonly PageCharacter[], passage: string): readonly string[] =>
  findLines(page, passage.split('\n')).map((line) =>
    typeof line === 'string'
      ? `(${line})`
      : line
          .map((index) => page[index]?.text ?? '')
          .join('')
          .replace(/[^\p{L}\p{N}]/gu, ''),
  );

describe('finding a line on a page', () => {
  it('gives up when the paths through identical pieces explode', () => {
    // Each row has another one next to it, so that none is contiguous.
    const rows = Array.from({ length: 38 }, (_, row) =>
      [0, 1, 2].flatMap((at) => [
        { text: 'aaaaaaaa', x: 72 + at, y: row * 12 },
        { text: 'other', x: 300, y: row * 12 },
      ]),
    );
    expect(found(drawn(rows.flat()), `${'aaaaaaaa'.repeat(38)}b`)).toEqual(['(not-found)']);
  });

  it('succeeds across the line breaks of the page', () => {
    const page = typed('AGENCY\nGive epinephrine in-\ntramuscularly at\nonce. Then call.\nPage 1');
    expect(found(page, '## Treatment\nGive epinephrine intramuscularly\n\nat\nonce. Then call.')).toEqual([
      '(not-found)',
      'Giveepinephrineintramuscularly',
      '(blank)',
      'at',
      'onceThencall',
    ]);
  });

  it('does not match within another word or number', () => {
    const page = typed('Do NOT give 0.5 mg, 1.5 mg or 15 mg.\n.5 mg\n< 10 kg\n5-10 mg');
    for (const line of ['No', '5 mg', '10 kg', '10 mg', 'give 0.5', '1 5 mg'])
      expect(found(page, line), line).toEqual([line === 'give 0.5' ? 'give05' : '(not-found)']);
    expect(found(typed('Give 15 mg now'), 'Give 1.5 mg now')).toEqual(['(not-found)']);
    expect(found(typed('Give 10 mg now'), 'Give ≥10 mg now')).toEqual(['(not-found)']);
  });

  it('resolves a repeated line by a known neighbour, or not at all', () => {
    const page = typed('Adults\nGive oxygen to all.\nChildren\nGive oxygen to all.\nInfants\nWait.');
    const [, line] = findLines(page, ['Children', 'Give oxygen to all.']);
    expect((line as readonly number[])[0]).toBe('Adults\nGive oxygen to all.\nChildren\n'.length);
    expect(found(page, 'Give oxygen to all.')).toEqual(['(stands-twice)']);
  });

  it('locates a short line next to a distinctive one, or alone', () => {
    expect(found(typed('Give 5 mg to a child.\n5 mg'), 'Somewhere else altogether.\n5 mg')).toEqual([
      '(not-found)',
      '(stands-twice)',
    ]);
    expect(found(typed('1. Airway\n2. Breathing'), 'Airway')).toEqual(['Airway']);
    expect(found(typed(''), 'Airway')).toEqual(['(not-found)']);
  });

  it('handles ligatures and other scripts', () => {
    expect(found(typed('Deﬁbrillation of the heart'), 'defibrillation OF THE heart')).toEqual([
      'Deﬁbrillationoftheheart',
    ]);
    expect(found(typed('Дать кислород всем'), 'Дать кислород всем')).toEqual(['Датькислородвсем']);
  });
});

describe('finding a table row on a page', () => {
  const rows = [
    '| Fentanyl | 1 mcg/kg | IV |',
    '| Ketamine | 1 mg/kg | IV |',
    '| Morphine | 0.1 mg/kg | IM |',
  ];
  const table = ['| Drug | Dose | Route |', '| --- | --- | --- |', ...rows].join('\n');
  const at = (column: number, row: number, text: string): Piece => ({
    text,
    x: 72 + column * 120,
    y: 100 + row * 30,
  });
  const cells = [
    ['Drug', 'Dose', 'Route'],
    ['Fentanyl', '1 mcg/kg', 'IV'],
    ['Ketamine', '1 mg/kg', 'IV'],
    ['Morphine', '0.1 mg/kg', 'IM'],
  ];
  const byRows = cells.flatMap((row, r) => row.map((text, c) => at(c, r, text)));
  const byColumns = [0, 1, 2].flatMap((c) => cells.map((row, r) => at(c, r, row[c] ?? '')));

  it.each([
    ['row by row', byRows],
    ['column by column', byColumns],
    ['from the bottom up', byRows.toReversed()],
  ])('succeeds when it is drawn %s, with its own dose', (_, pieces) => {
    const page = drawn(pieces);
    for (const [r, line] of findLines(page, table.split('\n')).entries()) {
      if (r === 1) expect(line).toBe('blank');
      else {
        const heights = new Set((line as readonly number[]).map((index) => page[index]?.top));
        expect([...heights]).toEqual([800 - (100 + Math.max(0, r - 1) * 30)]);
        expect((line as readonly number[]).length).toBe(
          (cells[Math.max(0, r - 1)] ?? []).join('').replace(/[\s./]/g, '').length,
        );
      }
    }
  });

  it('succeeds with a multi-line cell, which the file draws with its neighbours', () => {
    const page = drawn([
      at(0, 0, 'Adults and'),
      at(1, 0, '1 mg slowly,'),
      { text: 'the old', x: 72, y: 112 },
      { text: 'then 2 mg', x: 192, y: 112 },
      at(0, 2, 'Children'),
      at(1, 2, '2 mg'),
    ]);
    expect(found(page, '| Adults and the old | 1 mg slowly, then 2 mg |\n| Children | 2 mg |')).toEqual([
      'Adultsand1mgslowlytheoldthen2mg',
      'Children2mg',
    ]);
  });

  it('succeeds when a cell spans several rows, by the unspanned cells', () => {
    const page = drawn([
      at(0, 1, 'Adults'),
      at(1, 0, '1 mg'),
      at(1, 1, '2 mg'),
      at(1, 2, '3 mg'),
      at(2, 0, 'IV first'),
      at(2, 1, 'IV second'),
      at(2, 2, 'IV third'),
    ]);
    const merged =
      '| Adults | 1 mg | IV first |\n| Adults | 2 mg | IV second |\n| Adults | 3 mg | IV third |';
    expect(found(page, merged)).toEqual(['Adults1mgIVfirst', 'Adults2mgIVsecond', 'Adults3mgIVthird']);
  });

  it('fails when its cells are not side by side', () => {
    const page = drawn([at(0, 0, 'Fentanyl'), at(1, 1, '1 mcg/kg'), at(2, 0, 'IV')]);
    expect(found(page, '| Fentanyl | 1 mcg/kg | IV |')).toEqual(['(not-found)']);
  });

  it('fails for a row that appears twice', () => {
    const page = drawn([...byRows, ...byRows.map((piece) => ({ ...piece, y: piece.y + 300 }))]);
    expect(found(page, rows[0] ?? '')).toEqual(['(stands-twice)']);
  });

  it('never returns another row, for any drawing order and doses', () => {
    const dose = fc.constantFrom(
      '1 mg',
      '0.1 mg',
      '10 mg',
      '1.5 mg',
      '15 mg',
      '1',
      '5 mg',
      '.5 mg',
      '1-5 mg',
    );
    const grids = fc.array(
      fc.tuple(fc.constantFrom('Ketamine', 'Morphine', 'Fentanyl', 'Oxygen'), dose, dose),
      {
        minLength: 2,
        maxLength: 7,
      },
    );
    fc.assert(
      fc.property(grids, fc.infiniteStream(fc.nat(1000)), fc.nat(6), fc.nat(6), (grid, order, from, to) => {
        const pieces = grid
          .flatMap((row, r) =>
            row.map((text, c) => ({ piece: at(c, r, text), rank: order.next().value ?? 0 })),
          )
          .sort((one, other) => one.rank - other.rank)
          .map(({ piece }) => piece);
        const page = drawn(pieces);
        // A passage may contain a part of the table.
        const quoted = grid.slice(Math.min(from, to), Math.max(from, to) + 1);
        for (const [r, line] of findLines(
          page,
          quoted.map((row) => `| ${row.join(' | ')} |`),
        ).entries()) {
          if (typeof line === 'string') continue;
          const row = quoted[r] ?? [];
          // Identical rows may be interchanged: the highlighted text equals the quoted text.
          const rowsMarked = new Set(line.map((index) => (800 - (page[index]?.top ?? 0) - 100) / 30));
          expect(rowsMarked.size).toBe(1);
          const [marked = -1] = rowsMarked;
          expect([...(grid[marked] ?? [])]).toEqual([...row]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
