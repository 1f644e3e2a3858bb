import type { Command } from 'commander';
import { z } from 'zod';
import type { Settings } from '../../client/api.generated.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';
import { recordFrom } from '../../domain/kernel/record-from.ts';
import {
  partialSettingsSchema,
  type SettingName,
  settingNames,
  settingsChangeSchema,
} from '../../domain/operations/consultation-settings.ts';
import { toolAccessSchema } from '../../domain/tools/tool-access.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson } from '../output/print-result.ts';
import type { Terminal } from '../output/terminal.ts';
import { dashed, parseOptions } from './parse-options.ts';
import { type Assignable, readAssignments } from './read-assignments.ts';

/** The value that resets a setting to that of the environment. */
const BACK = 'environment';

const kinds: Readonly<Record<SettingName, Assignable<SettingName>['kind']>> = {
  routing: 'text',
  localModel: 'text',
  cloudModel: 'text',
  enabledSources: 'list',
  searchTimeoutMs: 'number',
  confidenceThreshold: 'number',
  maxTokens: 'number',
  temperature: 'number',
  monthlyCostLimitUsd: 'number',
  phiDetection: 'text',
  toolsInQuestions: 'text',
  toolAccess: 'access',
  selfCheckQuestions: 'questions',
};
const words = Object.fromEntries(
  settingNames.map((name) => [
    dashed(name),
    { name, kind: kinds[name], schema: partialSettingsSchema.shape[name] },
  ]),
);

type Row = {
  readonly word: string;
  readonly value: string | undefined;
  readonly origin: Settings['origins'][SettingName];
};

const columns: readonly Column<Row>[] = [
  { heading: 'SETTING', value: ({ word }) => word },
  { heading: 'VALUE', value: ({ value }) => value, wrap: true },
  {
    heading: 'FROM',
    value: ({ origin: { from, by } }) => (by === undefined ? from : `${from} by ${by}`),
    wrap: true,
  },
  { heading: 'AT', value: ({ origin: { at } }) => at && describeInstant(at), optional: true, wide: true },
];

const shownItem = (item: unknown): string => {
  const access = toolAccessSchema.element.safeParse(item).data;
  if (access !== undefined)
    return `${access.tool}=${[...access.roles, ...access.people.map((person) => `@${person}`)].join(',')}`;
  return isRecord(item) ? `${String(item.docKey)}=${String(item.question)}` : String(item);
};

const shown = (value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return String(value);
  // In the syntax of `settings set`, where semicolons separate questions: a question may contain a comma.
  return value.map(shownItem).join(value.some(isRecord) ? '; ' : ', ');
};

const show = ({ settings, origins, configured }: Settings, terminal: Terminal): void => {
  const values = recordFrom<Record<SettingName, string | undefined>>(settingNames, (name) =>
    shown(settings[name]),
  );
  const rows = settingNames.map((name) => ({
    word: dashed(name),
    value: values[name],
    origin: origins[name],
  }));
  terminal.print(formatTable(rows, columns, terminal));
  const able = [
    configured.localModel ? 'a local model' : '',
    configured.cloudModel ? 'a cloud model' : '',
  ].filter((model) => model !== '');
  const models = able.length === 0 ? 'no model (answers are excerpts)' : able.join(', ');
  terminal.note(fitScreen(`Configured: ${models}; sources: ${configured.sources.join(', ')}.`, terminal));
};

const addShow = (settings: Command, { terminal, environment, signal }: CliRun): void => {
  settings
    .command('show')
    .summary('show how questions are answered, and who set it')
    .description('Shows the settings for answering questions, and the origin of each value.')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis settings show')
    .action(async (_options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const info = await client.get('/api/admin/settings');
        if (json) printJson(terminal, info);
        else show(info, terminal);
      });
    });
};

const addSet = (settings: Command, { terminal, environment, signal }: CliRun): void => {
  settings
    .command('set')
    .summary('change how questions are answered')
    .description(
      `Changes how questions are answered, starting with the next one. The value "${BACK}" restores that of the environment. Names: ${Object.keys(words).join(', ')}. A self-check question is <docKey>=<words>, with the document it must find; separate several with semicolons. Who may call a tool is <tool>=<role>,@<user>, also separated by semicolons.`,
    )
    .argument('<name=value...>', 'e.g. routing=local-only temperature=0.2')
    .requiredOption('--reason <text>', 'the reason, for those who review the change')
    .option('--json', 'print the resulting settings as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis settings set max-tokens=800 --reason "shorter answers"
  $ npx anamnesis settings set routing=local-only --reason "trial on the ward"
  $ npx anamnesis settings set 'self-check-questions=protocol-814=fentanyl dose; protocol-1210=chest pain' --reason "must be found"
  $ npx anamnesis settings set routing=${BACK} --reason "trial is over"`,
    )
    .action(async (given: readonly string[], _options: unknown, command: Command) => {
      const { url, json, reason } = parseOptions(command, {
        reason: z.string().trim().min(3).max(500),
        json: z.boolean().default(false),
      });
      const change = readAssignments(given, words, BACK);
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        await client.post('/api/commands/ChangeSettings', {
          body: { ...settingsChangeSchema.parse(change), reason },
        });
        const info = await client.get('/api/admin/settings');
        if (json) printJson(terminal, info);
        else show(info, terminal);
      });
    });
};

/** Adds `settings show` and `settings set`. */
export const addSettingsCommands = (program: Command, cli: CliRun): void => {
  const settings = program
    .command('settings')
    .description('show and change how questions are answered (admins)');
  addShow(settings, cli);
  addSet(settings, cli);
};
