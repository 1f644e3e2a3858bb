import { type PatientRange, patientRangesIn, tapeColorsIn } from '../../clinical-text/patient-ranges.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import type { Block } from './outline/block.ts';
import type { Labelled } from './tables/select-for-patient.ts';

/** A line that names the patients of a page: "Age range: 3-4 years", "Approximate kg: 15", "Tape colour: blue". */
const keyed = /^(?:#{1,6}\s+)?([\p{L} .()/]{2,30}):\s{0,8}(\S.{0,30})$/u;
/** The fewest pages of a chart with a page for each band. */
const fewestPages = 3;

const unitOf = (key: string): 'kg' | 'lb' | 'years' | undefined => {
  if (/\b(?:lbs?|pounds?)\b/i.test(key)) return 'lb';
  if (/\b(?:kgs?|kilos?|kilograms?|weight|wt)\b/i.test(key)) return 'kg';
  return /\bages?\b/i.test(key) ? 'years' : undefined;
};

type Line = { readonly key: string; readonly text: string; readonly ranges: readonly PatientRange[] };

const readLine = (line: string): Line | undefined => {
  const [, key = '', value = ''] = keyed.exec(line) ?? [];
  const unit = unitOf(key);
  const ranges = unit === undefined ? [] : patientRangesIn(value, unit);
  const namesZone = /\bcolou?r\b|\bzone\b/i.test(key) && tapeColorsIn(value).length > 0;
  return ranges.length === 0 && !namesZone
    ? undefined
    : { key: key.trim().toLowerCase(), text: line, ranges };
};

/** Puts "40 to 50 lb" before "20 kg": a weight near the middle of a band is in it. */
const bandsFirst = (ranges: readonly PatientRange[]): readonly PatientRange[] => [
  ...ranges.filter(({ from, to }) => from !== to),
  ...ranges.filter(({ from, to }) => from === to),
];

/** The page of a block, if known. */
export const pageOf = ({ places: [place] }: Block): number | undefined =>
  place === undefined || place.pages[0] !== place.pages[1] ? undefined : place.pages[0];

/**
 * The patients of each page in a chart with a page for each age or weight: one that names them in the same words on
 * several pages, once and differently on each. Empty if the document is not such a chart.
 */
export const pageBandsOf = weakMemoize((blocks: readonly Block[]): ReadonlyMap<number, Labelled> => {
  const lines = blocks.flatMap((block) =>
    block.kind === 'table' || pageOf(block) === undefined
      ? []
      : block.lines.flatMap((text) => {
          const line = readLine(text);
          return line === undefined ? [] : [{ ...line, page: pageOf(block) ?? 0 }];
        }),
  );
  const bands = [...Map.groupBy(lines, ({ key }) => key).values()].filter(
    (said) =>
      said.length >= fewestPages &&
      new Set(said.map(({ page }) => page)).size === said.length &&
      new Set(said.map(({ text }) => text)).size === said.length,
  );
  const byPage = Map.groupBy(bands.flat(), ({ page }) => page);
  return new Map(
    [...byPage].map(([page, said]) => [
      page,
      {
        label: said.map(({ text }) => text).join(', '),
        ranges: bandsFirst(said.flatMap(({ ranges }) => ranges)),
      },
    ]),
  );
});

/** Whether two blocks are on pages of different bands: neither names the drug of the other. */
export const areInDifferentBands = (blocks: readonly Block[], one: number, other: number): boolean => {
  const bands = pageBandsOf(blocks);
  const [page, otherPage] = [one, other].map((at) =>
    blocks[at] === undefined ? undefined : pageOf(blocks[at]),
  );
  if (page === otherPage || page === undefined || otherPage === undefined) return false;
  return bands.has(page) && bands.has(otherPage);
};
