import type { Tool } from '../../client/api.generated.ts';
import { wrapText } from '../../domain/clinical-text/wrap-text.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { argumentsOf, type ToolArgument } from './read-tool-arguments.ts';

const columns: readonly Column<Tool>[] = [
  { heading: 'TOOL', value: ({ name }) => name },
  { heading: 'CATEGORY', value: ({ category }) => category, wide: true },
  { heading: 'ASKS', value: ({ requiresConfirmation }) => (requiresConfirmation ? 'yes' : 'no') },
  { heading: 'RISK', value: ({ riskLevel }) => riskLevel },
  { heading: 'PER MINUTE', value: ({ rateLimit }) => rateLimit, align: 'right', wide: true },
  {
    heading: 'CAN BE CALLED',
    value: ({ available, mayCall }) => {
      if (!mayCall) return 'not by you';
      return available ? 'yes' : 'not configured';
    },
  },
];

/** Prints the tools as a table, and below it how to enable those that are not configured. */
export const printTools = (tools: readonly Tool[], terminal: Terminal): void => {
  terminal.print(formatTable(tools, columns, terminal));
  const off = tools.filter(({ unavailable }) => unavailable !== undefined);
  if (off.length === 0) return;
  terminal.print('\nNot configured:');
  for (const { name, unavailable = '' } of off)
    terminal.print(wrapText(`${name}: ${plainLine(unavailable)}`, terminal.width, '  '));
};

const argumentColumns: readonly Column<ToolArgument>[] = [
  { heading: 'ARGUMENT', value: ({ name }) => name },
  { heading: 'KIND', value: ({ kind }) => kind },
  {
    heading: 'DEFAULT',
    value: ({ required, standard }) => (required ? 'required' : (standard ?? 'none')),
    wrap: true,
  },
  {
    heading: 'DESCRIPTION',
    value: ({ description, choices }) =>
      choices.length === 0 ? description : `${description} (${choices.join(', ')})`,
    wrap: true,
  },
];

const reach: Readonly<Record<Tool['sends'], string>> = {
  nothing: 'Its arguments stay in this program.',
  'on-premises': 'Its arguments go to a service on the premises.',
  outside: 'Its arguments leave the premises.',
};

/** Prints a tool with its arguments and the conditions for calling it. */
export const printTool = (tool: Tool, terminal: Terminal): void => {
  const { print, style } = terminal;
  print(style('bold', tool.name));
  print(wrapText(plainLine(tool.description), terminal.width));
  print();
  if (tool.unavailable !== undefined)
    print(style('yellow', wrapText(`Not configured: ${plainLine(tool.unavailable)}`, terminal.width)));
  if (!tool.mayCall)
    print(style('yellow', `It needs the permission ${tool.permission}, which you do not have.`));
  const sentences = [
    tool.requiresConfirmation ? 'You are asked before each call.' : 'It is called without confirmation.',
    reach[tool.sends],
    `Its risk is ${tool.riskLevel}.`,
    `It times out after ${tool.timeoutSeconds} s. Each person can call it ${tool.rateLimit} times a minute.`,
  ];
  print(wrapText(sentences.join(' '), terminal.width));
  print();
  const known = argumentsOf(tool.arguments);
  if (known.length === 0) print('It takes no arguments.');
  else print(formatTable(known, argumentColumns, terminal));
  const needed = known.filter(({ required }) => required).map(({ name }) => `${name}=…`);
  terminal.note(
    fitScreen(`\nCall it: npx anamnesis tools call ${[tool.name, ...needed].join(' ')}`, terminal),
  );
};
