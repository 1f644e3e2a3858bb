import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allowedRooms, domainOrder, wingOrder } from '../../../scripts/rooms.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/architecture.md'), 'utf8');

/** The first words of the rows of the table below the given column headings. */
const rowsBelow = (heading: string): readonly (readonly string[])[] => {
  const lines = page.split('\n');
  const first = lines.findIndex((line) => line.startsWith(heading)) + 2;
  const end = lines.findIndex((line, index) => index >= first && !line.startsWith('|'));
  return lines.slice(first, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};
const nameIn = ([cell = '']: readonly string[]): string => cell.replace(/^`(.*)\/`$/, '$1');

describe('the architecture page', () => {
  it('lists the rooms with the imports that are enforced', () => {
    const rows = rowsBelow('| room |');
    expect(rows.map(nameIn)).toEqual(Object.keys(allowedRooms));
    const named = rows.map((row) => [nameIn(row), row[2]] as const);
    for (const [room, mayUse] of named.filter(([name]) => !['domain', 'app', 'client'].includes(name)))
      expect(mayUse?.split(', ').toSorted(), room).toEqual(allowedRooms[room]?.toSorted());
  });

  it('lists the wings of infra/ in the enforced order', () => {
    expect(rowsBelow('| wing |').map(nameIn)).toEqual(wingOrder);
  });

  it('lists the folders of domain/ in the enforced order', () => {
    const paragraph = /^Inside `domain\/`[\s\S]*?\n\n/m.exec(page)?.[0] ?? '';
    const named = [...paragraph.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
    expect(named).toEqual(domainOrder);
  });
});
