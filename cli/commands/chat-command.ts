import type { Command } from 'commander';
import { z } from 'zod';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { conversationOption } from '../consult/choose-conversation.ts';
import { CHAT_HELP, runChat } from '../consult/run-chat.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { addSearchFilters, searchFilterShape, searchFiltersOf } from './search-filter-options.ts';

const shape = {
  ...searchFilterShape,
  conversation: conversationOption.optional(),
  limit: wholeNumber(1, 20).optional(),
  json: z.boolean().default(false),
};

/** Adds `chat`: questions and answers, line by line. */
export const addChatCommand = (program: Command, cli: CliRun): void => {
  addSearchFilters(
    program
      .command('chat')
      .summary('ask questions in a conversation')
      .description('Answers questions within one conversation, using what is known about its patient.')
      .option('-c, --conversation <id>', 'continue this conversation; "last" for your most recent one')
      .option('-n, --limit <n>', 'the maximum number of sources to cite (default: 5)')
      .option('--json', 'print each answer as a line of JSON'),
  )
    .addHelpText(
      'after',
      `
${CHAT_HELP}

Examples:
  $ npx anamnesis chat
  $ npx anamnesis chat --conversation last
  $ npx anamnesis chat --json < questions.txt > answers.ndjson`,
    )
    .action(async (_options: unknown, command: Command) => {
      const options = parseOptions(command, shape);
      const { url, conversation, limit, json } = options;
      const { terminal, environment, signal } = cli;
      await withServer({ url, environment, terminal, signal, mayCreate: false }, (client) =>
        runChat(client, { conversation, filters: searchFiltersOf(options), limit, json }, cli),
      );
    });
};
