import type { Sizing } from './sizing.ts';
import { statesPopulation } from './states-population.ts';
import type { Banner, TableFacts, TextUnit, UnitGroup } from './unit-group.ts';

/** A part of a table, or the units above it, with the lines to write before them. */
export type TablePart = {
  readonly units: readonly TextUnit[];
  readonly isTable: boolean;
  /** Earlier lines that the part repeats before its units; may be empty. */
  readonly lead: string;
};

const bannerOf = (text: string): Banner => ({ text, statesPatients: statesPopulation(text) });

const asLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The lines above a table, which later parts repeat. */
const linesAbove = (text: string, units: readonly TextUnit[]): readonly Banner[] =>
  text
    .slice(units[0]?.start ?? 0, units.at(-1)?.end ?? 0)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => bannerOf(line.trim()));

/** The banners that fit, in their order; those that state the patients are chosen first, then the nearest. */
const bannersWithin = (
  banners: readonly Banner[],
  limit: number,
  sizeOf: (line: string) => number,
): readonly string[] => {
  const kept = new Set<Banner>();
  let room = limit;
  for (const statesPatients of [true, false])
    for (const banner of banners.toReversed()) {
      if (banner.statesPatients !== statesPatients) continue;
      const size = sizeOf(banner.text) + 1;
      if (size > room) continue;
      kept.add(banner);
      room -= size;
    }
  return banners.filter((banner) => kept.has(banner)).map(({ text }) => text);
};

/**
 * The end of a part that begins at unit `from`: before the first unit of the next group, when the current group has its
 * own title.
 */
const endOfGroup = (units: readonly TextUnit[], from: number): number => {
  const begun = units[from]?.place;
  if (begun === undefined || begun.kind === 'title' || begun.under.length === 0) return units.length;
  for (let index = from + 1; index < units.length; index += 1) {
    const kind = units[index]?.place?.kind;
    if (kind === 'title' || (begun.kind === 'continued' && kind === 'row')) return index;
  }
  return units.length;
};

/** The quality of a cut before a unit. A title is never cut from its rows, nor a row from the key that it shares. */
const cuts = { bad: 0, continued: 1, row: 2, group: 3 } as const;

const cutBefore = (units: readonly TextUnit[], index: number): number => {
  const [before, unit] = [units[index - 1], units[index]];
  if (unit?.place === undefined || before?.place === undefined || before.place.kind === 'title')
    return cuts.bad;
  if (unit.isRest) return cuts.bad;
  if (unit.place.kind === 'title') return cuts.group;
  return unit.place.kind === 'row' ? cuts.row : cuts.continued;
};

/** The best end for a part that could reach up to `to`; the end of a group counts only in its second half. */
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
 * Cuts a table into parts: the table with the lines above it when they fit, the table alone when only it fits,
 * otherwise pieces cut between rows, preferably at titles of groups. Each part is preceded by the banners that govern
 * it and, except the first, by the lines above the table, the title of the current group and the table's head.
 */
export const cutTable = (
  text: string,
  group: UnitGroup & { readonly table: TableFacts },
  { policy, fits, measure }: Sizing,
): readonly TablePart[] => {
  const { units, table } = group;
  const { banners, above, headUnits, head } = table;
  const aboutPatients = (all: readonly Banner[]): readonly Banner[] =>
    all.filter((banner) => banner.statesPatients);
  /** The longest lead with which the units fit, among those that keep every line about the patients. */
  const leadFor = (all: readonly Banner[], own: readonly TextUnit[]): string | undefined =>
    [all, aboutPatients(all)]
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
    // A part that begins inside a head longer than a chunk ends with that head: the lead gives the rows their columns.
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
