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
        clear();
        lines = titles.filter(isTitle);
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
