import type { Command } from 'commander';
import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { printAnswer } from '../output/print-answer.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { addSearchFilters, searchFilterShape, searchFiltersOf } from './search-filter-options.ts';

const shape = {
  ...searchFilterShape,
  limit: wholeNumber(1, 20).optional(),
  json: z.boolean().default(false),
};
type Options = z.output<z.ZodObject<typeof shape>>;

const run = async (
  question: string,
  options: Options & { readonly url?: string | undefined },
  { terminal, environment, signal }: CliRun,
): Promise<void> => {
  const connection = { url: options.url, environment, terminal, signal, mayCreate: false };
  await withServer(connection, async (client) => {
    const { queryId, finishedAt } = await client.ask({
      question,
      filters: searchFiltersOf(options),
      ...(options.limit === undefined ? {} : { limit: options.limit }),
    });
    if (finishedAt === undefined)
      throw new CliError(
        'There is no answer after a minute; the question stays in the log and is worked on.',
        {
          hint: `Read the answer later at ${client.url}/api/queries/${queryId}.`,
        },
      );
    const query = await client.query(queryId, finishedAt);
    if (options.json) terminal.print(JSON.stringify(query, null, 2));
    if (query.error) throw new CliError(query.error.message, { hint: 'Look at the log of the server.' });
    if (!options.json) printAnswer(query, terminal);
  });
};

/** `ask`: a question, answered with citations. */
export const addAskCommand = (program: Command, cli: CliRun): void => {
  addSearchFilters(
    program
      .command('ask')
      .summary('ask a question and get an answer with its sources')
      .description(
        'Answers a question with excerpts of the documents. [n] names the source in the list below.',
      )
      .argument('<question>', 'in quotes')
      .option('-n, --limit <n>', 'the most sources to cite (default: 5)')
      .option('--json', 'print the answer as JSON'),
  )
    .addHelpText(
      'after',
      `
Examples:
  $ npm run cli -- ask "pediatric epinephrine dose for anaphylaxis"
  $ npm run cli -- ask "naloxone dose" --source-type protocol --state CA --limit 3
  $ npm run cli -- ask "adult stroke scale" --json`,
    )
    .action((question: string, _options: unknown, command: Command) =>
      run(question, parseOptions(command, shape), cli),
    );
};
