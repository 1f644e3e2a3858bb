import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import type { IndexCheck } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { CliError, interrupted } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeLosses } from '../output/describe-index-health.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson, printResult } from '../output/print-result.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { parseOptions } from './parse-options.ts';

const POLL_MS = 250;
/** How long to wait for a switch. A slower one continues on the server. */
const WAIT_MS = 30_000;
/** Slightly above the server's own limit for a check. */
const CHECK_TIMEOUT_MS = 130_000;

const deciding = {
  accept: {
    command: '/api/commands/AcceptRebuild',
    summary: 'switch to a rebuilt index although it misses results',
    description:
      'Switches to a rebuilt index that is on hold because it misses results that the live index finds. First check what it misses with "npx anamnesis projections list" and "npx anamnesis projections check search".',
    done: (name: string, generation: number) => `${name} now serves generation ${generation}.`,
    under: (name: string, generation: number) => `Generation ${generation} of ${name} will take over soon.`,
  },
  discard: {
    command: '/api/commands/DiscardRebuild',
    summary: 'discard a rebuilt index that misses results',
    description:
      'Discards a rebuilt index that is on hold because it misses results that the live index finds. The live index stays in use.',
    done: (name: string, generation: number) =>
      `Generation ${generation} of ${name} was discarded; the previous one stays in use.`,
    under: (name: string, generation: number) =>
      `Generation ${generation} of ${name} will be discarded soon.`,
  },
} as const;

/** Waits until the decision has been carried out; false if that takes too long. */
const carriedOut = async (
  client: ApiClient,
  name: string,
  generation: number,
  signal: AbortSignal,
): Promise<boolean> => {
  for (const until = performance.now() + WAIT_MS; performance.now() < until; ) {
    const found = (await client.get('/api/admin/projections')).find((projection) => projection.name === name);
    if (found && (found.rebuild?.generation !== generation || found.rebuild.error !== undefined)) return true;
    await delay(POLL_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) throw interrupted('Interrupted. The server still carries out the decision.');
  }
  return false;
};

const addDecision = (
  projections: Command,
  { terminal, environment, signal }: CliRun,
  word: keyof typeof deciding,
): void => {
  const { command: path, summary, description, done, under } = deciding[word];
  projections
    .command(word)
    .summary(summary)
    .description(description)
    .argument('<name>', 'the projection, as listed by "npx anamnesis projections list"')
    .requiredOption('--reason <text>', 'the reason, for those who review the decision')
    .option('--generation <number>', 'decide only on this generation')
    .option('--json', 'print the decision as JSON')
    .addHelpText(
      'after',
      `\nExample:\n  $ npx anamnesis projections ${word} search --reason "checked the missing results"`,
    )
    .action(async (name: string, _options: unknown, command: Command) => {
      const {
        url,
        json,
        reason,
        generation: meant,
      } = parseOptions(command, {
        reason: z.string().trim().min(3).max(500),
        generation: z.coerce.number().int().min(1).optional(),
        json: z.boolean().default(false),
      });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const { generation } = await client.post(path, {
          body: { projection: name, reason, generation: meant },
        });
        const isDone = await carriedOut(client, name, generation, signal);
        const sentence = (isDone ? done : under)(name, generation);
        printResult(terminal, json, { projection: name, generation, decided: word, isDone }, sentence);
      });
    });
};

type Row = IndexCheck['questions'][number];

/** A title need not find its document, since others may resemble it; a question set by an admin must. */
const isLostNow = ({ inUse, rank, isTitle }: Row): boolean => inUse && rank === null && !isTitle;

const lostOf = (questions: readonly Row[]): readonly Row[] => {
  const isNothingFound = questions.every(({ rank }) => rank === null);
  return questions.filter((row) => isLostNow(row) || (isNothingFound && row.inUse));
};

const rankOf = (row: Row): string => {
  if (!row.inUse) return 'not in use';
  if (isLostNow(row)) return 'LOST';
  return row.rank === null ? 'not found' : String(row.rank);
};

const columns = ({ style }: Terminal): readonly Column<Row>[] => [
  {
    heading: 'QUESTION',
    value: ({ question, isTitle }) => (isTitle ? `${question} (its title)` : question),
    wrap: true,
  },
  { heading: 'EXPECTED', value: ({ docKey }) => docKey },
  {
    heading: 'RANK',
    value: rankOf,
    align: 'right',
    decorate: (text, row) => (isLostNow(row) ? style('red', text) : text),
  },
];

const addCheck = (projections: Command, { terminal, environment, signal }: CliRun): void => {
  projections
    .command('check')
    .summary('test the search index with known questions')
    .description(
      'Asks the live search index ten known questions: the configured ones ("npx anamnesis settings set self-check-questions=… --reason …") and document titles. A rebuilt index on hold is compared with it. Exits with 1 when results are missing: a document in use is not among the first ten results of its configured question, or no title finds its document.',
    )
    .argument('<name>', '"search"')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis projections check search')
    .action(async (name: string, _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const check = await client.post('/api/admin/projections/{name}/check', {
          path: { name },
          timeout: CHECK_TIMEOUT_MS,
        });
        const { questions, generation, unable, waiting } = check;
        if (json) printJson(terminal, check);
        else {
          if (questions.length === 0) terminal.print('There are no documents without PHI to ask about.');
          else terminal.print(formatTable(questions, columns(terminal), terminal));
          if (waiting)
            terminal.note(
              fitScreen(
                [
                  `Generation ${waiting.generation} needs a decision.`,
                  ...(waiting.examination.outcome === 'passed'
                    ? ['It now finds everything that the live one finds.']
                    : describeLosses(waiting.examination)),
                ].join('\n'),
                terminal,
              ),
            );
        }
        const lost = lostOf(questions);
        if (unable !== undefined)
          throw new CliError(`Generation ${generation} could not be searched in full: ${plainLine(unable)}`, {
            hint: 'Run "npx anamnesis doctor", fix the cause, and check again.',
          });
        if (lost.length > 0)
          throw new CliError(
            `${lost.length} of ${counted(questions.length, 'known question')} did not find their document.`,
            {
              hint: 'Rephrase the question, or check the document with "npx anamnesis documents show <docKey>". If its title does not find it either, run "npx anamnesis projections reset search".',
            },
          );
        if (waiting?.examination.outcome === 'lost')
          throw new CliError(
            `Generation ${waiting.generation} misses results that generation ${generation} finds.`,
            {
              hint: 'Decide with "npx anamnesis projections accept search --reason …" or "npx anamnesis projections discard search --reason …".',
            },
          );
      });
    });
};

/** Adds `projections accept`, `projections discard` and `projections check`. */
export const addRebuildCommands = (projections: Command, cli: CliRun): void => {
  addDecision(projections, cli, 'accept');
  addDecision(projections, cli, 'discard');
  addCheck(projections, cli);
};
