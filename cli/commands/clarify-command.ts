import type { Command } from 'commander';
import { z } from 'zod';
import { hintWhenMissing } from '../api/api-failure.ts';
import { CliError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { answerClarification } from '../consult/ask-question.ts';
import { cancelWhenInterrupted } from '../consult/cancel-when-interrupted.ts';
import type { AskAtTerminal } from '../consult/confirm-tools.ts';
import { askYesOrNo } from '../tools/ask-yes-or-no.ts';
import { parseOptions } from './parse-options.ts';
import { QUESTIONS_HINT, questionId } from './question-id.ts';
import { showQuery } from './show-query.ts';

/** Adds `clarify`, which answers a clarifying question. */
export const addClarifyCommand = (program: Command, cli: CliRun): void => {
  program
    .command('clarify')
    .summary('answer a clarifying question')
    .description(
      'Answers a clarifying question, with the number of an option or in your own words, and waits for the answer.',
    )
    .argument('<queryId>', 'the id of the question, as "ask" shows it')
    .argument('<answer...>', 'the number of an option, or your own words')
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis clarify 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d 2
  $ npx anamnesis clarify 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d "type 2, newly diagnosed"`,
    )
    .action(async (id: string, answer: readonly string[], _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const queryId = questionId(id);
      const { terminal, environment, signal } = cli;
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const query = await hintWhenMissing(
          QUESTIONS_HINT,
          client.get('/api/queries/{id}', { path: { id: queryId } }),
        );
        if (query.status !== 'clarifying')
          throw new CliError(`This question needs no clarification: it is ${query.status}.`, {
            hint: 'To ask a further question: npx anamnesis ask --conversation last "…"',
          });
        const askAtTerminal: AskAtTerminal = (asked, until) => askYesOrNo(asked, cli, until);
        const watched = await cancelWhenInterrupted(client, signal, (onAsked) =>
          answerClarification(client, query, answer.join(' '), {
            terminal,
            signal,
            tokens: !json,
            askAtTerminal,
            onAsked,
          }),
        );
        showQuery(watched, json, terminal);
      });
    });
};
