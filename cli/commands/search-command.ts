import type { Command } from 'commander';
import { z } from 'zod';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { specialtySchema } from '../../domain/knowledge/source-type.ts';
import { subjectSchema } from '../../domain/privacy/data-subject.ts';
import { variationChoices } from '../../domain/retrieval/query/query-variations.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { printSearch } from '../output/print-search.ts';
import { collect, parseOptions, wholeNumber } from './parse-options.ts';
import { addSearchFilters, searchFilterShape, searchFiltersOf } from './search-filter-options.ts';

/** A fraction from 0 to 1 on the command line. */
const share = z
  .string()
  .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?|\.\d{1,6})$/, 'must be a number from 0 to 1, e.g. 0.35')
  .transform(Number);

const shape = {
  ...searchFilterShape,
  limit: wholeNumber(1, 100).default(10),
  threshold: share.optional(),
  variations: z.enum(variationChoices, `must be one of ${variationChoices.join(', ')}`).default('auto'),
  field: z.array(specialtySchema).optional(),
  narrow: z.boolean().default(false),
  group: z.boolean().default(false),
  subject: subjectSchema.optional(),
  debug: z.boolean().default(false),
  json: z.boolean().default(false),
};
type Options = z.output<z.ZodObject<typeof shape>>;

const run = async (
  query: string,
  options: Options & { readonly url?: string | undefined },
  { terminal, environment, signal }: CliRun,
): Promise<void> => {
  const { url, limit, threshold, variations, field, narrow, group, subject, debug, json } = options;
  const connection = { url, environment, terminal, signal, mayCreate: false };
  await withServer(connection, async (client) => {
    const filters = searchFiltersOf(options);
    const answer = await client.post('/api/search', {
      body: {
        ...{ query, filters, limit, variations, debug },
        ...omitUndefined({ threshold, subject, clinicalContext: field && { specialty: field } }),
        narrowToSpecialty: narrow,
        groupByDocument: group,
      },
    });
    if (json) terminal.print(JSON.stringify(answer, null, 2));
    else printSearch(answer, debug, terminal);
  });
};

/** Adds `search`, which finds passages without composing an answer. */
export const addSearchCommand = (program: Command, cli: CliRun): void => {
  addSearchFilters(
    program
      .command('search')
      .summary('find passages without composing an answer')
      .description('Finds passages of documents, best first.')
      .argument('<query...>', 'the query; quote it if it has special characters of the shell')
      .option('-n, --limit <n>', 'the maximum number of results (default: 10)')
      .option('--threshold <score>', 'only results with at least this score, from 0 to 1')
      .option(
        '--variations <choice>',
        'also search for rephrased queries: auto (when it helps), on or off (default: auto)',
      )
      .option(
        '--field <specialty>',
        'the clinical field of the question, e.g. cardiology; may be repeated',
        collect,
      )
      .option('--narrow', 'only documents of that field, or of the fields named in the query')
      .option('-g, --group', 'group by document: the best passage of each, and the pages of the others')
      .option(
        '--subject <pseudonym>',
        'the person the query is about, e.g. patient-4711; erasing the person erases the search',
      )
      .option(
        '--debug',
        'show how the query was interpreted, what each step did, and how scores were computed',
      )
      .option('--json', 'print the results as JSON'),
  )
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis search "epi peds anaphylaxis"
  $ npx anamnesis search "dose for a child" --drug epinephrine --group
  $ npx anamnesis search "chest pain" --field cardiology --threshold 0.4
  $ npx anamnesis search "epinephrine dose, 12 kg" --subject patient-4711
  $ npx anamnesis search "stroke scale" --specialty emergency_medicine --limit 3 --debug`,
    )
    .action((words: readonly string[], _options: unknown, command: Command) =>
      run(words.join(' '), parseOptions(command, shape), cli),
    );
};
