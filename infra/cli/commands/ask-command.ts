import type { Command } from 'commander';
import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { askQuestion } from '../consult/ask-question.ts';
import { chooseConversation, conversationOption } from '../consult/choose-conversation.ts';
import { printAnswer } from '../output/print-answer.ts';
import { printJson } from '../output/print-result.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { addSearchFilters, searchFilterShape, searchFiltersOf } from './search-filter-options.ts';

const shape = {
  ...searchFilterShape,
  conversation: conversationOption.optional(),
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
    const conversationId =
      options.conversation === undefined
        ? (await client.startConversation({})).conversationId
        : await chooseConversation(client, options.conversation);
    const filters = searchFiltersOf(options);
    const query = await askQuestion(client, { question, conversationId, filters, limit: options.limit });
    if (options.json) printJson(terminal, query);
    if (query.error) throw new CliError(query.error.message, { hint: 'Look at the log of the server.' });
    if (options.json) return;
    printAnswer(query, terminal);
    // Hints are for whoever has just read the answer; a file or a pipe gets the answer alone.
    if (!terminal.onScreen) return;
    terminal.note();
    terminal.note(`Judge it: npm run cli -- feedback give ${query.queryId} helpful`);
    terminal.note('Ask on:   npm run cli -- ask --conversation last "…", or npm run cli -- chat');
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
      .argument('<question...>', 'in quotes where the shell would read it otherwise')
      .option('-c, --conversation <id>', 'ask on in this conversation; "last" for your last one')
      .option('-n, --limit <n>', 'the most sources to cite (default: 5)')
      .option('--json', 'print the answer as JSON'),
  )
    .addHelpText(
      'after',
      `
Examples:
  $ npm run cli -- ask "pediatric epinephrine dose for anaphylaxis"
  $ npm run cli -- ask --conversation last "epinephrine dose for an adult with anaphylaxis"
  $ npm run cli -- ask "naloxone dose" --source-type protocol --state CA --limit 3
  $ npm run cli -- ask "adult stroke scale" --json`,
    )
    .action((words: readonly string[], _options: unknown, command: Command) =>
      run(words.join(' '), parseOptions(command, shape), cli),
    );
};
