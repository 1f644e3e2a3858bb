import { statesPopulation } from './states-population.ts';
import type { Banner } from './unit-group.ts';

/** The longest line that is read as a title, in characters. */
const maxTitle = 120;
/** Text of this length ends the scope of a line that is not marked as a heading: another subject has begun. */
const maxBetween = 400;

/** True for a line that states the patients, such as `Purple zone, 10-11 kg`; not for a sentence. */
const isTitle = (line: string): boolean =>
  line.length <= maxTitle &&
  /^[^\p{L}]*\p{Lu}|^\W*\d/u.test(line) &&
  !/[.;,]$/.test(line) &&
  statesPopulation(line);

/** The label of a line: `weight` of `Weight: 10 kg`. */
const labelOf = (line: string): string | undefined =>
  /^([\p{L}][\p{L} ]{1,29}):\s*\S/u.exec(line)?.[1]?.toLowerCase();

/**
 * The lines in force after a new one. A line without a label replaces all of them, and a repeated label replaces the
 * lines from its earlier use on; other lines add to the description of the same patients.
 */
const withLine = (lines: readonly string[], line: string): readonly string[] => {
  const label = labelOf(line);
  const labels = lines.map(labelOf);
  if (label === undefined || labels.includes(undefined)) return [line];
  const said = labels.indexOf(label);
  return [...(said < 0 ? lines : lines.slice(0, said)), line];
};

const plain = (text: string): string => text.replace(/\s+/g, ' ');

/**
 * Tracks, over the blocks of a text in order, the lines that govern the tables below: headings, and separate lines that
 * state the patients. Such a line stays in force until the next one, a heading that is not below it, or other text.
 */
export const trackGoverningLines = () => {
  let lines: readonly string[] = [];
  /** The level of the headings below the lines; undefined when a heading ends them. */
  let level: number | undefined;
  let isFresh = false;
  const clear = (): void => {
    lines = [];
    level = undefined;
  };
  return {
    heading: (of: { readonly level: number; readonly title: string }): void => {
      const isBelow = !statesPopulation(of.title) && (isFresh || (level !== undefined && of.level >= level));
      if (!isBelow) clear();
      else if (isFresh) level = of.level;
      isFresh = false;
    },
    list: (length: number): void => {
      if (length > maxBetween) clear();
      isFresh = false;
    },
    paragraph: (said: string): void => {
      const titles = said.length > 3 * maxTitle ? [] : said.split('\n').map((line) => line.trim());
      if (titles.length <= 3 && titles.some(isTitle) && !/[.;,]$/.test(said)) {
        const ruling = titles.filter(isTitle);
        const rest = ruling.every((line) => labelOf(line) === undefined) ? [] : lines;
        // Adjacent lines without labels apply together.
        lines = rest.length === 0 && ruling.length > 1 ? ruling : ruling.reduce(withLine, rest);
        level = undefined;
        isFresh = true;
      } else {
        if (said.length > maxBetween) clear();
        isFresh = false;
      }
    },
    /** The lines that govern a table, outermost first, except those in the text right above it. */
    over: (headings: readonly string[], above: string): readonly Banner[] => {
      isFresh = false;
      const shown = plain(above);
      const nearest = headings.at(-1);
      const ruling = headings.filter((title) => title === nearest || statesPopulation(title));
      return [...new Set([...ruling, ...lines])]
        .filter((line) => line.length <= 2 * maxTitle && !shown.includes(plain(line)))
        .map((text) => ({ text, statesPatients: statesPopulation(text) }));
    },
  };
};
