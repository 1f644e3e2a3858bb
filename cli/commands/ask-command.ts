import type { Command } from 'commander';
import { z } from 'zod';
import { citationStyles } from '../../domain/consultation/answer-preferences.ts';
import { hintWhenMissing } from '../api/api-failure.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { askQuestion } from '../consult/ask-question.ts';
import { cancelWhenInterrupted } from '../consult/cancel-when-interrupted.ts';
import {
  CONVERSATIONS_HINT,
  chooseConversation,
  conversationOption,
} from '../consult/choose-conversation.ts';
import type { AskAtTerminal } from '../consult/confirm-tools.ts';
import { askYesOrNo } from '../tools/ask-yes-or-no.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { addSearchFilters, searchFilterShape, searchFiltersOf } from './search-filter-options.ts';
import { showQuery } from './show-query.ts';

const shape = {
  ...searchFilterShape,
  conversation: conversationOption.optional(),
  limit: wholeNumber(1, 20).optional(),
  style: z.enum(citationStyles).optional(),
  json: z.boolean().default(false),
};
type Options = z.output<z.ZodObject<typeof shape>>;

const run = async (
  question: string,
  options: Options & { readonly url?: string | undefined },
  cli: CliRun,
): Promise<void> => {
  const { terminal, environment, signal } = cli;
  const connection = { url: options.url, environment, terminal, signal, mayCreate: false };
  await withServer(connection, async (client) => {
    const conversationId =
      options.conversation === undefined
        ? (await client.post('/api/commands/StartConversation', { body: {} })).conversationId
        : await chooseConversation(client, options.conversation);
    const filters = searchFiltersOf(options);
    const { limit, style } = options;
    const preferences = style && { citationStyle: style };
    const askAtTerminal: AskAtTerminal = (asked, until) => askYesOrNo(asked, cli, until);
    const watched = await hintWhenMissing(
      CONVERSATIONS_HINT,
      cancelWhenInterrupted(client, signal, (onAsked) =>
        askQuestion(
          client,
          { question, conversationId, filters, limit, preferences },
          { terminal, signal, tokens: !options.json, askAtTerminal, onAsked },
        ),
      ),
    );
    showQuery(watched, options.json, terminal);
  });
};

/** Adds `ask`. */
export const addAskCommand = (program: Command, cli: CliRun): void => {
  addSearchFilters(
    program
      .command('ask')
      .summary('ask a question and get an answer with its sources')
      .description(
        'Answers a question with excerpts from the documents, or in the words of a language model if one is configured (docs/operations/models.md). [n] refers to the numbered list of sources. Tools that change something ask for your confirmation first. Ctrl-C cancels the question.',
      )
      .argument('<question...>', 'your question; quote it if it has special characters of the shell')
      .option('-c, --conversation <id>', 'continue this conversation; "last" for your most recent one')
      .option('-n, --limit <n>', 'the maximum number of sources to cite (default: 5)')
      .option('--style <style>', `format the sources as references: ${citationStyles.join(', ')}`)
      .option('--json', 'print the answer as JSON'),
  )
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis ask "pediatric epinephrine dose for anaphylaxis"
  $ npx anamnesis ask --conversation last "epinephrine dose for an adult with anaphylaxis"
  $ npx anamnesis ask "naloxone dose" --source-type protocol --state CA --limit 3
  $ npx anamnesis ask "adult stroke scale" --json`,
    )
    .action((words: readonly string[], _options: unknown, command: Command) =>
      run(words.join(' '), parseOptions(command, shape), cli),
    );
};
