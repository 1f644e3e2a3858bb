import { expect, it } from 'vitest';
import { csvOf } from '../../../client/csv-of.ts';

it('a CSV file opens in a spreadsheet as people expect, and evaluates nothing', () => {
  const columns = [
    { name: 'who', value: ({ who }: { who: string }) => who },
    { name: 'n', value: () => -3 },
    { name: 'none', value: () => null },
  ];
  expect(csvOf(columns, [{ who: 'Müller, "Ada"' }, { who: '=1+1' }, { who: 'a\nb' }])).toBe(
    '\uFEFFwho,n,none\r\n"Müller, ""Ada""",-3,\r\n\'=1+1,-3,\r\n"a\nb",-3,\r\n',
  );
});
