/**
 * Makes `domain/language/terminology/tables.generated.ts` of the tables beside it, because the domain reads no files.
 * With `--check` it writes nothing, and exits 1 when the file is not what the tables give.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTable } from './terminology/read-table.ts';
import { tableFormats } from './terminology/table-formats.ts';

const folder = join(import.meta.dirname, '../domain/language/terminology');
const target = join(folder, 'tables.generated.ts');

const head = `/**
 * The rows of the tables in \`tables/\`, whose heads explain the columns. Made by \`npm run terminology\`: change the
 * tables, not this file.
 */
import type { ConceptRow, SenseRow } from './table-rows.ts';
`;

const made = [
  head,
  ...tableFormats.map(({ name, type, format }) => {
    const rows = readTable(join(folder, 'tables', `${format.file}.tsv`), format);
    const elements = type.startsWith('readonly') ? `(${type})` : type;
    return `export const ${name}: readonly ${elements}[] = [\n${rows.map((row) => `  ${JSON.stringify(row)},\n`).join('')}];\n`;
  }),
].join('\n');

if (!process.argv.includes('--check')) writeFileSync(target, made);
else if (readFileSync(target, 'utf8') !== made) {
  console.error(`${target} is not what its tables give. Run: npm run terminology`);
  process.exitCode = 1;
} else console.log('The terminology is what its tables give.');
