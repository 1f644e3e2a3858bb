import type { Command } from 'commander';
import { z } from 'zod';
import { hintWhenMissing } from '../api/api-failure.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { printExplanation } from '../output/print-explanation.ts';
import { parseOptions } from './parse-options.ts';
import { QUESTIONS_HINT, questionId } from './question-id.ts';
import { addReason, reasonShape } from './reason-option.ts';

/** Adds `audit explain`. */
export const addAuditExplain = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  addReason(audit.command('explain'), true)
    .argument('<queryId>', 'the id of the question, shown below its answer')
    .summary('show how an answer came about')
    .description(
      'Shows, from the log alone, what was asked, detected, searched, sent to a model, answered, verified and removed, and who read it; then checks all of it against the rules. Your access is recorded.',
    )
    .option('--rerun', 'compose the answer again from the same evidence and show the differences')
    .option(
      '--call-model',
      'with --rerun: call the local model again instead of verifying its recorded output',
    )
    .option('--json', 'print everything as JSON, with prompts and excerpts')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis audit explain 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d --reason "complaint 12"
  $ npx anamnesis audit explain 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d --reason "complaint 12" --rerun
  $ npx anamnesis audit explain 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d --reason "complaint 12" --json > answer.json`,
    )
    .action(async (id: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, {
        reason: reasonShape,
        rerun: z.boolean().default(false),
        callModel: z.boolean().default(false),
        json: z.boolean().default(false),
      });
      const queryId = questionId(id);
      const { url, reason, json, rerun, callModel } = options;
      if (callModel && !rerun) throw usageError('--call-model needs --rerun.');
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, async (client) => {
        const explained = await hintWhenMissing(
          QUESTIONS_HINT,
          client.get('/api/audit/queries/{id}/explain', {
            path: { id: queryId },
            query: rerun ? { rerun: callModel ? 'model' : 'true' } : {},
          }),
        );
        if (json) terminal.print(JSON.stringify(explained, null, 2));
        else printExplanation(explained, terminal);
      });
    });
};
