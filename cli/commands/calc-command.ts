import type { Command } from 'commander';
import { z } from 'zod';
import { calculators, findCalculator } from '../../domain/tools/calculators/calculators.ts';
import type { Calculator } from '../../domain/tools/calculators/define-calculator.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { printCalculation, printCalculator, printCalculators } from '../output/print-calculator.ts';
import { printJson } from '../output/print-result.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { parseOptions } from './parse-options.ts';
import { readParameters } from './read-parameters.ts';

/** The JSON form of a value with its unit; the command line takes both as one word. */
const JSON_SHAPE = /, as \{[^{}]*\}/;

const find = (name: string): Calculator => {
  const found = findCalculator(name);
  if (found.ok) return found.value;
  throw usageError(
    found.error.message.replace('with this name', `"${plainLine(name)}"`),
    'See "npx anamnesis calc" for all of them.',
  );
};

const facts = ({ name, title, purpose, parameters, example, limits, sources }: Calculator) => ({
  ...{ name, title, purpose, parameters, example, limits, sources },
});

const calculate = (
  calculator: Calculator,
  given: readonly string[],
  json: boolean,
  terminal: Terminal,
): void => {
  const outcome = calculator.calculate(readParameters(calculator, given));
  if (!outcome.ok) {
    const { issues = [] } = outcome.error.details ?? {};
    const lines = (Array.isArray(issues) ? issues : []).map((issue) =>
      typeof issue === 'string' ? issue : `${issue.path} ${issue.message.replace(JSON_SHAPE, '')}`,
    );
    throw usageError(
      [`${calculator.name} cannot be calculated:`, ...lines.map((line) => `  ${line}`)].join('\n'),
      `See "npx anamnesis calc ${calculator.name}" for what each parameter means.`,
    );
  }
  if (json) printJson(terminal, outcome.value);
  else printCalculation(outcome.value, terminal);
};

/** Adds `calc`: scores and doses, calculated on this machine. */
export const addCalcCommand = (program: Command, { terminal }: CliRun): void => {
  program
    .command('calc')
    .summary('calculate a clinical score, or list its parameters')
    .description(
      'Lists the calculators; with a name, lists its parameters; with parameters, calculates. Runs on this machine only: no server is called, and nothing is stored.',
    )
    .argument('[name]', 'the calculator')
    .argument('[parameter=value...]', 'its parameters, with units where there is a choice')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis calc
  $ npx anamnesis calc meld
  $ npx anamnesis calc bmi age=40 weight=70kg height=175cm
  $ npx anamnesis calc qsofa age=68 respiratory_rate=24 systolic_pressure=98 gcs=15 --json`,
    )
    .action((name: string | undefined, given: readonly string[], _options: unknown, command: Command) => {
      const { json } = parseOptions(command, { json: z.boolean().default(false) });
      if (name === undefined) {
        if (json) printJson(terminal, calculators.map(facts));
        else printCalculators(calculators, terminal);
        return;
      }
      const calculator = find(name);
      if (given.length > 0) calculate(calculator, given, json, terminal);
      else if (json) printJson(terminal, facts(calculator));
      else printCalculator(calculator, terminal);
    });
};
