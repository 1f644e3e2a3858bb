import type { Command } from 'commander';
import { z } from 'zod';
import type { Preferences } from '../../client/api.generated.ts';
import {
  answerPreferencesSchema,
  preferencesChangeSchema,
} from '../../domain/consultation/answer-preferences.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions } from './parse-options.ts';
import { readAssignments } from './read-assignments.ts';

/** The value that clears a preference. */
const FORGET = 'none';

const { shape } = answerPreferencesSchema;
const words = {
  style: { name: 'citationStyle', kind: 'text', schema: shape.citationStyle },
  display: { name: 'citationDisplay', kind: 'text', schema: shape.citationDisplay },
  prefer: { name: 'preferSources', kind: 'list', schema: shape.preferSources },
  exclude: { name: 'excludeSources', kind: 'list', schema: shape.excludeSources },
} as const;

const describe = (preferences: Preferences): string => {
  const said = Object.entries(words).flatMap(([word, { name }]) => {
    const value = preferences[name];
    if (value === undefined) return [];
    return [`${word}=${Array.isArray(value) ? value.join(',') : value}`];
  });
  return said.length === 0 ? 'You have set no preferences: references follow AMA style.' : said.join(' ');
};

/** Adds `preferences show` and `preferences set`. */
export const addPreferencesCommands = (program: Command, { terminal, environment, signal }: CliRun): void => {
  const preferences = program.command('preferences').description('show and change how you want answers');
  preferences
    .command('show')
    .summary('show how you want answers')
    .description('Shows how you want answers.')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis preferences show')
    .action(async (_options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const info = await client.get('/api/preferences');
        printResult(terminal, json, info, describe(info));
      });
    });
  preferences
    .command('set')
    .summary('change how you want answers')
    .description(
      `Changes how you want answers: style is AMA, APA or Vancouver; display is inline, footnote or sidebar; prefer and exclude take sources. "${FORGET}" clears a preference.`,
    )
    .argument('<name=value...>', 'style=… display=… prefer=… exclude=…')
    .option('--json', 'print the resulting preferences as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis preferences set style=Vancouver
  $ npx anamnesis preferences set prefer=guidelines,pubmed exclude=${FORGET}`,
    )
    .action(async (given: readonly string[], _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const change = readAssignments(given, words, FORGET);
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        await client.post('/api/commands/ChangePreferences', {
          body: preferencesChangeSchema.parse(change),
        });
        const info = await client.get('/api/preferences');
        printResult(terminal, json, info, describe(info));
      });
    });
};
