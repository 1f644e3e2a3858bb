/**
 * Makes `domain/privacy/phone-plans.generated.ts` of the tables of libphonenumber, because the domain uses no package. With
 * `--check` it writes nothing, and exits 1 when the file is not what the package gives.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';

const target = join(import.meta.dirname, '../../domain/privacy/phone-plans.generated.ts');
const { resolve } = createRequire(import.meta.url);

/**
 * A country's plan, by position: its calling code, the prefix of calls abroad, the pattern of national numbers, their
 * lengths, how they are written, the prefix of calls within the country.
 */
const planSchema = z
  .tuple([z.string(), z.unknown(), z.string(), z.array(z.int()), z.unknown()])
  .rest(z.unknown());
const metadata = z
  .object({ countries: z.record(z.string(), planSchema), nonGeographic: z.record(z.string(), planSchema) })
  .parse(JSON.parse(readFileSync(resolve('libphonenumber-js/metadata.min.json'), 'utf8')));

const plans = Object.entries(metadata.countries);
const lengths = new Map<string, Set<number>>();
for (const [, [code, , , possible]] of [...plans, ...Object.entries(metadata.nonGeographic)])
  lengths.set(code, new Set([...(lengths.get(code) ?? []), ...possible]));

const kindsSchema = z.array(z.union([z.tuple([z.string()]).rest(z.unknown()), z.literal(0)]));

/** The pattern of all numbers; countries that share a calling code have one for each kind of number instead. */
const patternOf = (plan: z.output<typeof planSchema>): string => {
  const kinds = kindsSchema.safeParse(plan[11]);
  const patterns = kinds.success ? kinds.data.flatMap((kind) => (kind === 0 ? [] : [kind[0]])) : [];
  return patterns.length === 0 ? plan[2] : patterns.join('|');
};

/** Countries whose numbers are known without their calling code, with the prefix that is dialled before them at home. */
const atHome: Readonly<Record<string, string>> = {
  US: '1',
  GB: '0',
  FR: '0',
  DE: '0',
  AU: '0',
  NG: '0',
  VN: '0',
};

const made = `/**
 * Made by \`npm run phone-plans\` of the package libphonenumber-js, which has Google's libphonenumber (Apache-2.0): change that,
 * not this file.
 */

/** Lengths of the numbers behind each calling code (ITU-T E.164). */
export const numberLengths: Readonly<Record<string, readonly number[]>> = {
${[...lengths]
  .toSorted(([one], [other]) => Number(one) - Number(other))
  .map(([code, of]) => `  '${code}': [${[...of].toSorted((one, other) => one - other).join(', ')}],`)
  .join('\n')}
};

/** Numbers as they are written at home: the prefix that may precede them, and what they are. */
export const nationalPlans = {
${Object.entries(atHome)
  .map(([country, prefix]) => {
    const plan = metadata.countries[country];
    if (!plan) throw new Error(`libphonenumber has no plan of ${country}.`);
    return `  ${country}: { prefix: '${prefix}', number: /^(?:${patternOf(plan)})$/ },`;
  })
  .join('\n')}
} as const;
`;

if (!process.argv.includes('--check')) writeFileSync(target, made);
else if (readFileSync(target, 'utf8') === made)
  console.log('The plans of telephone numbers are those of libphonenumber.');
else {
  console.error(
    'domain/privacy/phone-plans.generated.ts is not what the package gives. Run: npm run phone-plans',
  );
  process.exit(1);
}
