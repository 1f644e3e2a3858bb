import type { Command } from 'commander';
import { z } from 'zod';
import type { SearchAnswer } from '../api/api-client.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeDetails } from '../output/describe-details.ts';
import { describePlace } from '../output/describe-source.ts';
import { plainLine } from '../output/plain-text.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapText } from '../output/wrap-text.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { addSearchFilters, searchFilterShape, searchFiltersOf } from './search-filter-options.ts';

const shape = {
  ...searchFilterShape,
  limit: wholeNumber(1, 100).default(10),
  debug: z.boolean().default(false),
  json: z.boolean().default(false),
};
type Options = z.output<z.ZodObject<typeof shape>>;

const EXCERPT = 240;
const MAX_WIDTH = 100;

const excerptOf = (text: string): string => {
  const line = plainLine(text);
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).replace(/\s+\S*$/, '')} …`;
};

const printResults = (answer: SearchAnswer, debug: boolean, { print, style, width }: Terminal): void => {
  const { interpretation, results, sources } = answer;
  const changes = [...interpretation.corrections, ...interpretation.expansions].map(
    ({ from, to }) => `${from} → ${to}`,
  );
  const fit = Math.min(width, MAX_WIDTH);
  const understood = [interpretation.intent.replaceAll('_', ' '), ...changes].map(plainLine).join('; ');
  print(
    style('dim', wrapText(`Searched for: ${plainLine(interpretation.searchedFor)} (${understood})`, fit)),
  );
  if (debug) {
    for (const { source, outcome, found, milliseconds } of sources)
      print(style('dim', `${source}: ${outcome}, ${found} found in ${milliseconds.toFixed(1)} ms`));
  }
  for (const warning of answer.warnings) print(style('yellow', wrapText(`! ${plainLine(warning)}`, fit)));
  if (results.length === 0) {
    print();
    print('Nothing was found. Try other words, or fewer filters.');
  }
  const rankWidth = String(results.length).length;
  for (const [index, result] of results.entries()) {
    const indent = ' '.repeat(rankWidth + 2);
    print();
    print(`${String(index + 1).padStart(rankWidth)}. ${style('bold', plainLine(result.title))}`);
    print(`${indent}${describePlace(result)}${result.weak ? style('yellow', ' · weak match') : ''}`);
    for (const line of describeDetails(result)) print(wrapText(line, fit, indent));
    print(style('dim', `${indent}${plainLine(result.fileName)} (${result.docKey})`));
    print(wrapText(excerptOf(result.text), fit, indent));
    if (debug && result.stages) {
      const stages = Object.entries(result.stages).map(([name, value]) => `${name} ${value.toFixed(3)}`);
      print(style('dim', wrapText(stages.join(', '), fit, indent)));
    }
  }
};

const run = async (
  query: string,
  options: Options & { readonly url?: string | undefined },
  { terminal, environment, signal }: CliRun,
): Promise<void> => {
  const { url, limit, debug, json } = options;
  const connection = { url, environment, terminal, signal, mayCreate: false };
  await withServer(connection, async (client) => {
    const answer = await client.search({ query, filters: searchFiltersOf(options), limit, debug });
    if (json) terminal.print(JSON.stringify(answer, null, 2));
    else printResults(answer, debug, terminal);
  });
};

/** `search`: passages without an answer. */
export const addSearchCommand = (program: Command, cli: CliRun): void => {
  addSearchFilters(
    program
      .command('search')
      .summary('find passages without composing an answer')
      .description('Finds passages of the documents, best first.')
      .argument('<query>', 'in quotes')
      .option('-n, --limit <n>', 'the most results (default: 10)')
      .option('--debug', 'show which stage gave what score')
      .option('--json', 'print the results as JSON'),
  )
    .addHelpText(
      'after',
      `
Examples:
  $ npm run cli -- search "epi peds anaphylaxis"
  $ npm run cli -- search "stroke scale" --specialty emergency_medicine --limit 3 --debug`,
    )
    .action((query: string, _options: unknown, command: Command) =>
      run(query, parseOptions(command, shape), cli),
    );
};
