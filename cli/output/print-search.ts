import type { SearchOutcome } from '../../client/api.generated.ts';
import { wrapText } from '../../domain/clinical-text/wrap-text.ts';
import { plainLine } from '../plain-text.ts';
import { describeDetails } from './describe-details.ts';
import { describeFigures } from './describe-figures.ts';
import { describePlace } from './describe-source.ts';
import { describeSuggestion } from './describe-suggestion.ts';
import { type Column, formatTable } from './format-table.ts';
import type { Terminal } from './terminal.ts';

type Interpretation = SearchOutcome['interpretation'];
type Result = SearchOutcome['results'][number];
type Passage = Omit<Result, 'more'>;
type Source = SearchOutcome['sources'][number];

const MAX_WIDTH = 100;
const EXCERPT = 240;

const excerptOf = (text: string): string => {
  const line = plainLine(text);
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).replace(/(?<!\s)\s+\S*$/, '')} …`;
};

const understood = ({ searchedFor, intent, subIntent, corrections, expansions }: Interpretation): string => {
  const changes = [...corrections, ...expansions].map(({ from, to }) => `${from} → ${to}`);
  const remarks = [
    [...new Set([intent, ...(subIntent === undefined ? [] : [subIntent])])].join(', ').replaceAll('_', ' '),
    ...changes,
  ]
    .map(plainLine)
    .join('; ');
  return `Searched for: ${plainLine(searchedFor)} (${remarks})`;
};

type Entities = Interpretation['entities'];

const quantityOf = ({ value, unit }: Entities['ages' | 'weights'][number]): string =>
  `${value} ${value === 1 ? unit.replace(/s$/, '') : unit}`;

const doseOf = ({ amount, to, unit, per, route }: Entities['doses'][number]): string =>
  [`${amount}${to === undefined ? '' : `-${to}`} ${[unit, ...per].join('/')}`, route ?? ''].join(' ').trim();

const stageOf = ({ scale, stage, condition }: Entities['stages'][number]): string =>
  `${condition === undefined ? '' : `${condition} `}${scale === 'stage' ? scale : scale.toUpperCase()} ${stage}`;

/** The interpretation of the query, for `--debug`. */
const readingOf = ({
  population,
  depth,
  protocolNumbers,
  entities,
  specialties,
  variations,
}: Interpretation): readonly (readonly [string, readonly string[]])[] =>
  [
    ['population', population === undefined ? [] : [population]] as const,
    ['depth', [depth.replace('_', ' ')]] as const,
    ['protocols', protocolNumbers] as const,
    ...Object.entries({
      ...entities,
      ages: entities.ages.map(quantityOf),
      weights: entities.weights.map(quantityOf),
      doses: entities.doses.map(doseOf),
      stages: entities.stages.map(stageOf),
    }),
    ['specialties', specialties] as const,
    ['also searched', variations] as const,
  ].filter(([, values]) => values.length > 0);

const sourceColumns: readonly Column<Source>[] = [
  { heading: 'STEP', value: ({ source }) => source },
  { heading: 'OUTCOME', value: ({ outcome }) => outcome },
  { heading: 'FOUND', value: ({ found }) => found, align: 'right' },
  { heading: 'MS', value: ({ milliseconds }) => milliseconds.toFixed(1), align: 'right' },
  { heading: 'REASON', value: ({ reason }) => reason, wrap: true, optional: true },
];

const printDebug = (
  { interpretation, sources, cached, milliseconds }: SearchOutcome,
  fit: number,
  { print, style }: Terminal,
): void => {
  for (const [name, values] of readingOf(interpretation))
    print(style('dim', wrapText(`${name}: ${values.map(plainLine).join(', ')}`, fit)));
  print();
  print(formatTable(sources, sourceColumns, { style, width: fit }));
  print(
    style(
      'dim',
      `${milliseconds.toFixed(1)} ms in total${cached ? '; cached from an identical search' : ''}`,
    ),
  );
};

const placeOf = (passage: Passage, { style }: Terminal): string =>
  `${describePlace(passage)}${describeFigures(passage)}${passage.weak ? style('yellow', ' · weak match') : ''}`;

const stagesOf = ({ stages = {} }: Passage): string =>
  Object.entries(stages)
    .sort(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .map(([name, value]) => `${name} ${value.toFixed(3)}`)
    .join(', ');

/**
 * Prints search results: how the query was interpreted, warnings, and the passages, or documents with their passages.
 * `debug` adds the interpretation, the steps and the scores.
 */
export const printSearch = (answer: SearchOutcome, debug: boolean, terminal: Terminal): void => {
  const { print, style, width } = terminal;
  const fit = Math.min(width, MAX_WIDTH);
  print(style('dim', wrapText(understood(answer.interpretation), fit)));
  for (const { from, to } of answer.interpretation.suggestions)
    print(style('yellow', wrapText(describeSuggestion(from, to), fit)));
  if (debug) printDebug(answer, fit, terminal);
  for (const warning of answer.warnings) print(style('yellow', wrapText(`! ${plainLine(warning)}`, fit)));
  if (answer.results.length === 0) {
    print();
    print('Nothing was found. Try other words or fewer filters.');
  }
  const rankWidth = String(answer.results.length).length;
  const indent = ' '.repeat(rankWidth + 2);
  for (const [index, result] of answer.results.entries()) {
    print();
    const title = wrapText(plainLine(result.title), fit, indent).trimStart();
    print(`${String(index + 1).padStart(rankWidth)}. ${style('bold', title)}`);
    print(wrapText(placeOf(result, terminal), fit, indent));
    for (const line of describeDetails(result)) print(wrapText(line, fit, indent));
    print(style('dim', `${indent}${plainLine(result.fileName)} (${result.docKey})`));
    print(wrapText(excerptOf(result.text), fit, indent));
    if (debug) print(style('dim', wrapText(stagesOf(result), fit, indent)));
    const { more = [] } = result;
    if (more.length > 0) print(`${indent}${more.length} more in this document:`);
    for (const passage of more) {
      print(`${indent}- ${wrapText(placeOf(passage, terminal), fit, `${indent}  `).trimStart()}`);
      if (debug) print(style('dim', wrapText(stagesOf(passage), fit, `${indent}  `)));
    }
  }
};
