import type { Command } from 'commander';
import { z } from 'zod';
import { feedbackKinds } from '../../domain/consultation/feedback-kind.ts';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { hintWhenMissing } from '../api/api-failure.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { printResult } from '../output/print-result.ts';
import { outputFile, writeExport } from '../output/write-export.ts';
import { parseOptions } from './parse-options.ts';
import { QUESTIONS_HINT, questionId } from './question-id.ts';
import { addReason, reasonShape } from './reason-option.ts';

const exportShape = {
  reason: reasonShape,
  format: z.enum(['ndjson']).default('ndjson'),
  kind: z.enum(feedbackKinds).optional(),
  document: docKeySchema.optional(),
  output: outputFile.optional(),
};

const addExport = (feedback: Command, { terminal, environment, signal }: CliRun): void => {
  addReason(feedback.command('export'), true)
    .summary('export questions with the ratings of their answers')
    .description(
      'Writes labelled pairs, one JSON object per line: {queryId, question, docKey, chunkId, label, givenAt}. Questions can contain PHI; the export is recorded.',
    )
    .option('--format <format>', 'ndjson (default)')
    .option('--kind <kind>', `only ${feedbackKinds.join(', ')}`)
    .option('--document <docKey>', 'only ratings of this document')
    .option('-o, --output <file>', 'a file (default: standard output)')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis feedback export --reason "ranking" --output feedback.ndjson
  $ npx anamnesis feedback export --reason "ranking" --kind wrong > wrong.ndjson`,
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, format, kind, document, output, reason } = parseOptions(command, exportShape);
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, async (client) => {
        const content = client.download('/api/admin/feedback/export', {
          query: {
            format,
            ...omitUndefined({ kind, docKey: document }),
          },
        });
        await writeExport(content, output, terminal, signal);
      });
    });
};

const addGive = (feedback: Command, { terminal, environment, signal }: CliRun): void => {
  feedback
    .command('give')
    .summary('rate an answer')
    .description(
      'Rates an answer, or one document or passage of it. Your most recent rating of an answer counts.',
    )
    .argument('<queryId>', 'the id of the question, as "ask" shows it below the answer')
    .argument('<kind>', feedbackKinds.join(', '))
    .option('--document <docKey>', 'rate this document')
    .option('--passage <chunkId>', 'rate this passage')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis feedback give 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d outdated --document protocol-1219',
    )
    .action(async (id: string, word: string, _options: unknown, command: Command) => {
      const { url, document, passage, json } = parseOptions(command, {
        document: docKeySchema.optional(),
        passage: z.string().min(1).max(300).optional(),
        json: z.boolean().default(false),
      });
      const queryId = questionId(id);
      const kind = z.enum(feedbackKinds).safeParse(word);
      if (!kind.success)
        throw usageError(`"${word}" is not a kind of feedback.`, `Use one of ${feedbackKinds.join(', ')}.`);
      const given = { queryId, kind: kind.data };
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const recorded = await hintWhenMissing(
          QUESTIONS_HINT,
          client.post('/api/commands/GiveFeedback', {
            body: {
              ...given,
              ...omitUndefined({ docKey: document, chunkId: passage }),
            },
          }),
        );
        const sentence = 'Thank you. Your feedback is recorded.';
        printResult(terminal, json, { ...given, ...recorded }, sentence);
      });
    });
};

/** Adds `feedback give` and `feedback export`. */
export const addFeedbackCommands = (program: Command, cli: CliRun): void => {
  const feedback = program.command('feedback').description('rate answers, and export the ratings');
  addGive(feedback, cli);
  addExport(feedback, cli);
};
