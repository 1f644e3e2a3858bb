import { expect, it } from 'vitest';
import { readTable } from '../../../../../domain/consultation/excerpt/tables/read-table.ts';
import { showTable } from '../../../../../domain/consultation/excerpt/tables/show-table.ts';

it('table labels are read once for any number of queries, since a book has thousands', () => {
  const rows = Array.from({ length: 60 }, (_, at) => `| ${at + 1}-${at + 1.9} kg | ${at + 1} mg |`);
  const read = readTable(['| Weight | Dose |', '|---|---|', ...rows]);
  let looks = 0;
  const watched = read.rows.map(
    (row) =>
      new Proxy(row, {
        get: (target, key) => {
          if (key === 'cells') looks += 1;
          return Reflect.get(target, key);
        },
      }),
  );
  const table = { ...read, rows: watched };
  const show = (weightKg: number) => {
    const before = looks;
    const shown = showTable(table, { patient: { weightKg }, colors: [], matchOf: () => 0 });
    return { lines: shown.lines.map(({ text }) => text), looks: looks - before };
  };
  const first = show(5.5);
  const second = show(7.5);
  expect(first.lines).toContain('| 5-5.9 kg | 5 mg |');
  expect(second.lines).toContain('| 7-7.9 kg | 7 mg |');
  expect(second.looks).toBeLessThan(first.looks - 2 * rows.length);
});
