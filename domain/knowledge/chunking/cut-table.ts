import type { Sizing } from './sizing.ts';
import { statesPopulation } from './states-population.ts';
import type { Banner, TableFacts, TextUnit, UnitGroup } from './unit-group.ts';

/** A part of a table, or what is above it: its units, and what is written before them. */
export type TablePart = {
  readonly units: readonly TextUnit[];
  readonly isTable: boolean;
  /** Lines repeated from before, up to where the units begin; empty where nothing is. */
  readonly lead: string;
};

const bannerOf = (text: string): Banner => ({ text, forWhom: statesPopulation(text) });

const asLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The lines above a table that a part without them repeats. */
const linesAbove = (text: string, units: readonly TextUnit[]): readonly Banner[] =>
  text
    .slice(units[0]?.start ?? 0, units.at(-1)?.end ?? 0)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => bannerOf(line.trim()));

/** As many banners as there is room for, those that say for whom first, then the nearest; in their order. */
const bannersWithin = (
  banners: readonly Banner[],
  limit: number,
  sizeOf: (line: string) => number,
): readonly string[] => {
  const kept = new Set<Banner>();
  let room = limit;
  for (const forWhom of [true, false])
    for (const banner of banners.toReversed()) {
      if (banner.forWhom !== forWhom) continue;
      const size = sizeOf(banner.text) + 1;
      if (size > room) continue;
      kept.add(banner);
      room -= size;
    }
  return banners.filter((banner) => kept.has(banner)).map(({ text }) => text);
};

/** Where a part ends that begins at a unit: before the first of another group, when that group has its own title. */
const endOfGroup = (units: readonly TextUnit[], from: number): number => {
  const begun = units[from]?.place;
  if (begun === undefined || begun.kind === 'title' || begun.under.length === 0) return units.length;
  for (let index = from + 1; index < units.length; index += 1) {
    const kind = units[index]?.place?.kind;
    if (kind === 'title' || (begun.kind === 'continued' && kind === 'row')) return index;
  }
  return units.length;
};

/** How good a cut before a unit is: never a title from its rows, nor a row from the key that it shares. */
const cuts = { bad: 0, continued: 1, row: 2, group: 3 } as const;

const cutBefore = (units: readonly TextUnit[], index: number): number => {
  const [before, unit] = [units[index - 1], units[index]];
  if (unit?.place === undefined || before?.place === undefined || before.place.kind === 'title')
    return cuts.bad;
  if (unit.isRest) return cuts.bad;
  if (unit.place.kind === 'title') return cuts.group;
  return unit.place.kind === 'row' ? cuts.row : cuts.continued;
};

/** The best place to end a part that could reach up to `to`; a group is ended for in the second half only. */
const bestEnd = (units: readonly TextUnit[], from: number, to: number): number => {
  let best = to;
  let quality: number = cutBefore(units, to);
  for (let index = to - 1; index > from; index -= 1) {
    const here = cutBefore(units, index);
    if (here === cuts.group && index - from < (to - from) / 2) continue;
    if (here > quality) {
      best = index;
      quality = here;
    }
  }
  return best;
};

/**
 * A table with what is above it as one part; without it where only that fits; else cut between its rows, at titles
 * of groups where there are such. Before each part stand the banners that rule it and, but for the first, the lines
 * above the table, the title of the group that goes on and the table's head.
 */
export const cutTable = (
  text: string,
  group: UnitGroup & { readonly table: TableFacts },
  { policy, fits, measure }: Sizing,
): readonly TablePart[] => {
  const { units, table } = group;
  const { banners, above, headUnits, head } = table;
  const forWhom = (all: readonly Banner[]): readonly Banner[] => all.filter((banner) => banner.forWhom);
  /** The longest lead with which units fit, of those that leave nothing out that says for whom. */
  const leadFor = (all: readonly Banner[], own: readonly TextUnit[]): string | undefined =>
    [all, forWhom(all)]
      .map((some) => asLines(some.map((banner) => banner.text)))
      .find((lead) => fits(own, lead));
  const whole = leadFor(banners, units);
  if (whole !== undefined) return [{ units, isTable: true, lead: whole }];
  const aboveTable = linesAbove(text, units.slice(0, above));
  const own = units.slice(above);
  const withoutAbove = above === 0 ? undefined : leadFor([...banners, ...aboveTable], own);
  if (withoutAbove !== undefined)
    return [
      { units: units.slice(0, above), isTable: false, lead: '' },
      { units: own, isTable: true, lead: withoutAbove },
    ];
  const half = Math.floor(policy.maximum / 2);
  const headSize = head === '' ? 0 : measure(head) + 1;
  const leadOf = (from: number): string => {
    const unit = units[from];
    const under = (unit?.place?.under ?? []).map(bannerOf);
    const resumes = unit?.resumes ?? '';
    const room = half - measure(resumes) - (from === 0 ? 0 : headSize);
    if (from === 0) return asLines(bannersWithin(banners, room, measure));
    if (from < above + headUnits) return '';
    const lines = bannersWithin([...banners, ...aboveTable, ...under], room, measure);
    return asLines([...lines, ...(head === '' ? [] : [head])]) + resumes;
  };
  const parts: TablePart[] = [];
  let from = 0;
  while (from < units.length) {
    const lead = leadOf(from);
    const room = policy.maximum - (lead === '' ? 0 : measure(lead) + 1);
    // A part that begins within a head longer than a chunk ends with it: the rows have their columns in the lead.
    const end = from > 0 && from < above + headUnits ? above + headUnits : endOfGroup(units, from);
    let to = from;
    let size = -1;
    for (let unit = units[to]; unit !== undefined && to < end; unit = units[to]) {
      const gap = units[to - 1] === undefined ? 1 : Math.max(1, unit.start - (units[to - 1]?.end ?? 0));
      if (to > from && size + gap + unit.size > room) break;
      size += (to > from ? gap : 1) + unit.size;
      to += 1;
    }
    const cut = to < end ? bestEnd(units, from, to) : to;
    parts.push({ units: units.slice(from, cut), isTable: true, lead });
    from = cut;
  }
  return parts;
};
