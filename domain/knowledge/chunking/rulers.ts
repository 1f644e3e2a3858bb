import { statesPopulation } from './states-population.ts';
import type { Banner } from './unit-group.ts';

/** Longest line that is taken for a title of what follows, in characters. */
const maxTitle = 120;
/** From this length on text ends what a line without the mark of a heading rules: another subject has begun. */
const maxBetween = 400;

/** A line by itself that says for whom what follows is: as `Purple zone, 10-11 kg`; a sentence is none. */
const isTitle = (line: string): boolean =>
  line.length <= maxTitle &&
  /^[^\p{L}]*\p{Lu}|^\W*\d/u.test(line) &&
  !/[.;,]$/.test(line) &&
  statesPopulation(line);

/** What a line says something of: `Weight: 10 kg`. */
const labelOf = (line: string): string | undefined =>
  /^([\p{L}][\p{L} ]{1,29}):\s*\S/u.exec(line)?.[1]?.toLowerCase();

/**
 * The lines that rule after another: one without a label starts again, as does one whose label has been said; others say
 * more of the same patients.
 */
const withRuler = (lines: readonly string[], line: string): readonly string[] => {
  const label = labelOf(line);
  const labels = lines.map(labelOf);
  if (label === undefined || labels.includes(undefined)) return [line];
  const said = labels.indexOf(label);
  return [...(said < 0 ? lines : lines.slice(0, said)), line];
};

const plain = (text: string): string => text.replace(/\s+/g, ' ');

/**
 * Keeps, over the blocks of a text in order, what rules the tables that come: headings, and lines by themselves that
 * say for whom something is. Such a line rules until another one comes, a heading that is not below it, or other text.
 */
export const keepRulers = () => {
  let lines: readonly string[] = [];
  /** Of the headings that are below the lines; undefined where a heading ends them. */
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
        // Lines without labels that stand together rule together.
        lines = rest.length === 0 && ruling.length > 1 ? ruling : ruling.reduce(withRuler, rest);
        level = undefined;
        isFresh = true;
      } else {
        if (said.length > maxBetween) clear();
        isFresh = false;
      }
    },
    /** What applies to a table, outermost first, and is not in the text right above it. */
    over: (headings: readonly string[], above: string): readonly Banner[] => {
      isFresh = false;
      const shown = plain(above);
      const nearest = headings.at(-1);
      const ruling = headings.filter((title) => title === nearest || statesPopulation(title));
      return [...new Set([...ruling, ...lines])]
        .filter((line) => line.length <= 2 * maxTitle && !shown.includes(plain(line)))
        .map((text) => ({ text, forWhom: statesPopulation(text) }));
    },
  };
};
