import { wrapText } from '../../domain/clinical-text/wrap-text.ts';
import type { Calculation, Calculator, Source } from '../../domain/tools/calculators/define-calculator.ts';
import type { ParameterFacts, UsedValue } from '../../domain/tools/calculators/parameters/parameter.ts';
import { sourceLink } from '../../domain/tools/calculators/source-link.ts';
import { formatTable } from './format-table.ts';
import type { Terminal } from './terminal.ts';

const MAX_WIDTH = 100;
const widthOf = ({ width }: Pick<Terminal, 'width'>): number => Math.min(width, MAX_WIDTH);

const usedText = (value: UsedValue): string => {
  if (typeof value === 'object') return `${value.value} ${value.unit}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
};

const rangeText = ({ kind, units = [], minimum, maximum, choices = {} }: ParameterFacts): string => {
  if (kind === 'yes_no') return 'yes or no';
  if (kind === 'choice')
    return Object.entries(choices)
      .map(([name, meaning]) => `${name} (${meaning})`)
      .join(', ');
  const [first = '', ...others] = units;
  return `${Number(minimum?.toFixed(3))} to ${Number(maximum?.toFixed(3))} ${first}${others.length === 0 ? '' : `; also in ${others.join(', ')}`}`;
};

const listed = (heading: string, lines: readonly string[], terminal: Terminal): void => {
  if (lines.length === 0) return;
  terminal.print('');
  terminal.print(terminal.style('bold', heading));
  for (const line of lines) terminal.print(`  ${wrapText(line, widthOf(terminal) - 2, '  ').trimStart()}`);
};

const sourceText = (source: Source): string => {
  const link = sourceLink(source);
  return link === undefined ? source.citation : `${source.citation} ${link}`;
};

/** Prints every calculator with a one-line purpose. */
export const printCalculators = (calculators: readonly Calculator[], terminal: Terminal): void => {
  terminal.print(
    formatTable(
      calculators,
      [
        { heading: 'NAME', value: ({ name }) => name },
        { heading: 'PURPOSE', value: ({ purpose }) => purpose, wrap: true },
      ],
      terminal,
    ),
  );
};

/** The command line of a calculator's example. */
const exampleText = ({ name, example }: Calculator): string =>
  [
    `npx anamnesis calc ${name}`,
    ...Object.entries(example)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => {
        const text =
          typeof value === 'object' && value !== null && 'value' in value && 'unit' in value
            ? // Without a space, a unit such as 10^9/L would run into the number.
              `${value.value}${/^\d/.test(String(value.unit)) ? ' ' : ''}${value.unit}`
            : typeof value === 'boolean'
              ? usedText(value)
              : String(value);
        return text.includes(' ') ? `"${key}=${text}"` : `${key}=${text}`;
      }),
  ].join(' ');

/** Prints a calculator with its parameters, limits, sources and an example. */
export const printCalculator = (calculator: Calculator, terminal: Terminal): void => {
  terminal.print(terminal.style('bold', calculator.title));
  terminal.print(wrapText(calculator.purpose, widthOf(terminal)));
  terminal.print('');
  terminal.print(
    formatTable(
      Object.entries(calculator.parameters),
      [
        { heading: 'PARAMETER', value: ([name, { required }]) => (required ? name : `${name}?`) },
        { heading: 'MEANING', value: ([, { label }]) => label, wrap: true },
        { heading: 'VALUE', value: ([, facts]) => rangeText(facts), wrap: true },
      ],
      terminal,
    ),
  );
  listed('Limits', calculator.limits, terminal);
  listed('Sources', calculator.sources.map(sourceText), terminal);
  terminal.print('');
  terminal.print('Parameters with ? are optional. Example:');
  terminal.print(`  $ ${exampleText(calculator)}`);
};

/** Prints the result of a calculation with its inputs, details, limits and sources. */
export const printCalculation = (calculation: Calculation, terminal: Terminal): void => {
  const { title, score, unit, interpretation, recommendations, details = {} } = calculation;
  terminal.print(`${title}: ${terminal.style('bold', `${score}${unit === undefined ? '' : ` ${unit}`}`)}`);
  terminal.print(wrapText(interpretation, widthOf(terminal)));
  const used = Object.entries(calculation.parametersUsed).map(
    ([name, value]) => [name, usedText(value)] as const,
  );
  const further = Object.entries(details).map(([name, value]) => [name, String(value)] as const);
  for (const [heading, rows] of [
    ['INPUT', used],
    ['DETAIL', further],
  ] as const) {
    if (rows.length === 0) continue;
    terminal.print('');
    terminal.print(
      formatTable(
        rows,
        [
          { heading, value: ([name]) => name },
          { heading: 'VALUE', value: ([, value]) => value, wrap: true },
        ],
        terminal,
      ),
    );
  }
  listed('To consider', recommendations, terminal);
  listed('Limits', calculation.limits, terminal);
  listed('Sources', calculation.sources.map(sourceText), terminal);
};
