import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import type { IndexCheck } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
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
/** A switch takes a moment; what takes longer goes on by itself. */
const WAIT_MS = 30_000;
/** A little more than a check may take. */
const CHECK_TIMEOUT_MS = 130_000;

const deciding = {
  accept: {
    command: '/api/commands/AcceptRebuild',
    summary: 'let a rebuilt index take over although it loses something',
    description:
      'Lets a rebuilt index take over that waits because it does not find what the live one finds. Look at what it loses first: "npx anamnesis projections list", "npx anamnesis projections check search".',
    done: (name: string, generation: number) => `${name} now serves generation ${generation}.`,
    under: (name: string, generation: number) =>
      `Generation ${generation} of ${name} takes over as soon as its owner gets to it.`,
  },
  discard: {
    command: '/api/commands/DiscardRebuild',
    summary: 'give up a rebuilt index that loses something',
    description:
      'Gives up a rebuilt index that waits because it does not find what the live one finds. The live one goes on.',
    done: (name: string, generation: number) =>
      `Generation ${generation} of ${name} was given up; the previous one stays in use.`,
    under: (name: string, generation: number) =>
      `Generation ${generation} of ${name} is given up as soon as its owner gets to it.`,
  },
} as const;

/** Waits until what was decided has been carried out; answers whether it was. */
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
    if (signal.aborted) throw interrupted('Interrupted. What was decided is carried out by itself.');
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
    .argument('<name>', 'as "npx anamnesis projections list" shows it')
    .requiredOption('--reason <text>', 'why, for those who review it')
    .option('--generation <number>', 'the one that is meant: any other is left alone')
    .option('--json', 'print what was decided as JSON')
    .addHelpText(
      'after',
      `\nExample:\n  $ npx anamnesis projections ${word} search --reason "looked at what is lost"`,
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

/** A title need not lead to its document, where others are like it; a question that an admin has set must. */
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
    .summary('ask the search index the known questions')
    .description(
      'Asks the live search index ten known questions: those that are set ("npx anamnesis settings set self-check-questions=… --reason …") and titles of documents. One that waits for a person is compared with it. Ends with 1 when something is lost: a document in use that is not among the first ten results for a question that was set, or none for any title.',
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
          if (questions.length === 0) terminal.print('There is no document without PHI to ask for.');
          else terminal.print(formatTable(questions, columns(terminal), terminal));
          if (waiting)
            terminal.note(
              fitScreen(
                [
                  `Generation ${waiting.generation} waits for a person.`,
                  ...(waiting.examination.outcome === 'passed'
                    ? ['By now it finds what the live one finds.']
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
            `Documents that their known question does not find: ${lost.length} of ${questions.length}.`,
            {
              hint: 'Ask by other words, or look at the document with "npx anamnesis documents show <docKey>". If it is not found by its title either: "npx anamnesis projections reset search".',
            },
          );
        if (waiting?.examination.outcome === 'lost')
          throw new CliError(`Generation ${waiting.generation} loses what generation ${generation} finds.`, {
            hint: 'Decide with "npx anamnesis projections accept search --reason …" or "npx anamnesis projections discard search --reason …".',
          });
      });
    });
};

/** `projections accept`, `projections discard` and `projections check`. */
export const addRebuildCommands = (projections: Command, cli: CliRun): void => {
  addDecision(projections, cli, 'accept');
  addDecision(projections, cli, 'discard');
  addCheck(projections, cli);
};
