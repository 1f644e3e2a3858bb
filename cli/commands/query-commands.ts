import type { Command } from 'commander';
import { z } from 'zod';
import type { QueryLogEntry, QueryLogSummary, TopQuestions } from '../../client/api.generated.ts';
import { choices } from '../../client/choices.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { instantOption } from './moment-options.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

const window = { from: instantOption.optional(), to: instantOption.optional() };

/** The given ends of the period, as request parameters. */
const during = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) => ({
  ...omitUndefined({ from, to }),
});

const flagsOf = ({ zeroResult, degraded, cached }: QueryLogEntry): string =>
  [zeroResult ? 'zero-result' : '', degraded ? 'degraded' : '', cached === true ? 'cached' : '']
    .filter(Boolean)
    .join(', ');

const columns: readonly Column<QueryLogEntry>[] = [
  { heading: 'ASKED AT', value: ({ askedAt }) => describeInstant(askedAt) },
  { heading: 'BY', value: ({ actorId }) => actorId, wide: true },
  { heading: 'KIND', value: ({ kind }) => kind, wide: true },
  { heading: 'STATUS', value: ({ status, failedReason }) => failedReason ?? status, wrap: true },
  { heading: 'MS', value: ({ milliseconds }) => milliseconds, align: 'right', wide: true },
  { heading: 'FOUND', value: ({ found }) => found, align: 'right', wide: true },
  { heading: 'INTENT', value: ({ intent }) => intent, wide: true },
  { heading: 'NOTES', value: flagsOf, wrap: true, optional: true },
  { heading: 'QUERY', value: ({ queryId }) => queryId },
];

const addLog = (queries: Command, { terminal, environment, signal }: CliRun): void => {
  queries
    .command('log')
    .summary('list how questions and searches were served')
    .description('Lists how questions and searches were served, newest first, without their text.')
    .option('--only <problem>', `only ${choices.listQueryLog.only.join(', ')}`)
    .option('--from <moment>', 'a day or an instant')
    .option('--to <moment>', 'the same; both ends are inclusive')
    .option('-n, --limit <n>', 'the maximum number to list (default: 50)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis queries log --only zero-result --from 2026-01-01')
    .action(async (_options: unknown, command: Command) => {
      const { url, only, limit, json, from, to } = parseOptions(command, {
        ...window,
        only: z.enum(choices.listQueryLog.only).optional(),
        limit: wholeNumber(1, 100_000).default(50),
        json: z.boolean().default(false),
      });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const { items, more } = await collectPages(limit, (page) =>
          client.page('/api/admin/query-log', {
            query: { ...page, ...during({ from, to }), ...omitUndefined({ only }) },
          }),
        );
        if (json) terminal.print(JSON.stringify(items, null, 2));
        else if (items.length === 0) terminal.print('No questions or searches match.');
        else terminal.print(formatTable(items, columns, terminal));
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};

const printFigures = (figures: QueryLogSummary, { print, note }: Terminal): void => {
  const { entries, questions, searches, answered, failed, pending, degraded, zeroResult, slow, cached } =
    figures;
  print(`entries ${entries}: questions ${questions}, searches ${searches}`);
  print(`answered ${answered}, failed ${failed}, pending ${pending}`);
  print(`degraded ${degraded}, nothing found ${zeroResult}, slow ${slow}, cached ${cached}`);
  if (figures.latency) print(`answers: p50 ${figures.latency.p50} ms, p95 ${figures.latency.p95} ms`);
  if (figures.searchLatency)
    print(`searching: p50 ${figures.searchLatency.p50} ms, p95 ${figures.searchLatency.p95} ms`);
  for (const { source, searches: times, failed: broken, p50, p95 } of figures.stages)
    print(
      `${plainLine(source)}: ${counted(times, 'search', 'searches')}, ${broken} failed, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    );
  for (const { intent, count } of figures.intents) print(`intent ${plainLine(intent)}: ${count}`);
  for (const { component, reason, count } of figures.failures)
    print(`failure of ${plainLine(component)} (${plainLine(reason)}): ${count}`);
  if (!figures.complete) note('There were more entries; these figures cover the newest 10,000.');
};

const addSummary = (queries: Command, { terminal, environment, signal }: CliRun): void => {
  queries
    .command('summary')
    .summary('show counts, latencies, intents and failures')
    .description('Summarizes how the newest 10,000 questions and searches of a period were served.')
    .option('--from <moment>', 'a day or an instant')
    .option('--to <moment>', 'the same; both ends are inclusive')
    .option('--json', 'print the figures as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis queries summary --from 2026-01-01 --to 2026-01-31')
    .action(async (_options: unknown, command: Command) => {
      const { url, json, from, to } = parseOptions(command, { ...window, json: z.boolean().default(false) });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const figures = await client.get('/api/admin/query-log/summary', { query: during({ from, to }) });
        if (json) terminal.print(JSON.stringify(figures, null, 2));
        else printFigures(figures, terminal);
      });
    });
};

const topColumns: readonly Column<TopQuestions['questions'][number]>[] = [
  { heading: 'ASKED', value: ({ asked }) => asked, align: 'right' },
  { heading: 'NOTHING', value: ({ zeroResult }) => zeroResult, align: 'right' },
  { heading: 'FAILED', value: ({ failed }) => failed, align: 'right' },
  { heading: 'LAST ASKED AT', value: ({ lastAskedAt }) => describeInstant(lastAskedAt), wide: true },
  { heading: 'INTENT', value: ({ intent }) => intent, wide: true },
  {
    heading: 'ABOUT',
    value: ({ concepts, protocolNumbers }) => [...protocolNumbers, ...concepts].join(', ') || undefined,
    wrap: true,
  },
  { heading: 'EXAMPLE', value: ({ example }) => example.streamId },
];

const addTop = (queries: Command, { terminal, environment, signal }: CliRun): void => {
  queries
    .command('top')
    .summary('list the most frequent questions: all, without results, or failed')
    .description(
      'Lists the most frequent questions and searches of a period by the concepts they mention, without their text. To read an example, run "npx anamnesis audit replay --stream <example>", which is recorded.',
    )
    .option('--only <kind>', `${choices.listTopQuestions.only.join(', ')} (default: all)`)
    .option('--from <moment>', 'a day or an instant')
    .option('--to <moment>', 'the same; both ends are inclusive')
    .option('-n, --limit <n>', 'the most to list, up to 100 (default: 20)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis queries top --only zero-result --from 2026-01-01')
    .action(async (_options: unknown, command: Command) => {
      const { url, only, limit, json, from, to } = parseOptions(command, {
        ...window,
        only: z.enum(choices.listTopQuestions.only).default('all'),
        limit: wholeNumber(1, 100).default(20),
        json: z.boolean().default(false),
      });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const top = await client.get('/api/admin/query-log/top', {
          query: { only, limit, ...during({ from, to }) },
        });
        if (json) terminal.print(JSON.stringify(top, null, 2));
        else if (top.questions.length === 0) terminal.print('No questions or searches match.');
        else terminal.print(formatTable(top.questions, topColumns, terminal));
        if (!top.complete) terminal.note('There were more entries; this list covers the newest 10,000.');
      });
    });
};

/** Adds `queries log`, `queries summary` and `queries top`. */
export const addQueryCommands = (program: Command, cli: CliRun): void => {
  const queries = program.command('queries').description('see how questions and searches were served');
  addLog(queries, cli);
  addSummary(queries, cli);
  addTop(queries, cli);
};
