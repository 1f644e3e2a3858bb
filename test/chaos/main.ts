/**
 * Endurance runs: `npm run chaos -- <scenario> [--rounds N] [--database embedded|postgres] [--seed S] [--json file]`.
 * Real server processes are killed, frozen, disconnected and starved; the exit code is 1 when anything was lost, done
 * twice or left hanging. See the README for the scenarios.
 */

import { writeFile } from 'node:fs/promises';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { readArguments } from '../support/read-arguments.ts';
import { renderReport } from './harness/render-report.ts';
import { DEFAULT_REVISION, runScenario } from './harness/run-scenario.ts';
import { databaseNames } from './harness/scenario.ts';
import { scenarios } from './scenarios.ts';

const known = scenarios.map(
  ({ name, summary, rounds, databases }) =>
    `  ${name.padEnd(18)} ${summary} (${rounds} rounds; ${databases.join(', ')})`,
);
const HELP = `Usage: npm run chaos -- <scenario> [--rounds N] [--database embedded|postgres] [--seed S]
                     [--json file] [--revision R] [--quiet]

Scenarios:
${known.join('\n')}`;

const { values, positionals } = readArguments(HELP, {
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    database: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'string' },
    revision: { type: 'string', default: DEFAULT_REVISION },
    quiet: { type: 'boolean', default: false },
  },
});

const refuse = (message: string): never => {
  console.error(`${message}\n\n${HELP}`);
  process.exit(2);
};
const numberOf = (option: 'rounds' | 'seed'): number | undefined => {
  const text = values[option];
  if (text === undefined) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : refuse(`--${option} must be a whole number.`);
};

const [name] = positionals;
const scenario = scenarios.find((candidate) => candidate.name === name) ?? refuse('Name one scenario.');
const database = databaseNames.find((candidate) => candidate === values.database);
if (values.database !== undefined && (!database || !scenario.databases.includes(database))) {
  refuse(`${scenario.name} runs on: ${scenario.databases.join(', ')}.`);
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second interrupt exits immediately: the processes are killed on exit, folders remain.
    if (interrupted.signal.aborted) process.exit(130);
    console.error('Interrupted: cleaning up …');
    interrupted.abort(new Error(`interrupted by ${signal}`));
  });
}

const rounds = numberOf('rounds');
const seed = numberOf('seed');
const report = await runScenario(scenario, {
  ...omitUndefined({ rounds, seed, database }),
  revision: values.revision,
  signal: interrupted.signal,
  say: (text) => {
    if (!values.quiet) console.error(text);
  },
});
console.log(renderReport(report));
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
process.exit(report.violations.length > 0 ? 1 : 0);
