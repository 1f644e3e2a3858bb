import { eponymNouns } from '../common-names.ts';
import { confidenceOfKind, DOUBTFUL } from '../finding-confidence.ts';
import { isCountry } from '../is-country.ts';
import { cityFilter, townFilter } from '../names/filters.generated.ts';
import { foldName } from '../names/fold-name.ts';
import { nameLikeness } from '../names/name-likeness.ts';
import { readFilter, type WordFilter } from '../names/word-filter.ts';
import { STATE } from './street-words.ts';

/** UTF-16 offsets into the text, end exclusive. */
type CityFinding = {
  readonly kind: 'address';
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
};

const cities = readFilter(cityFilter);
const towns = readFilter(townFilter);

/** Words for where a person is or comes from, and up to four words after them. */
const place =
  /(?<![\p{L}\d])(?:in|at|from|near|lives? in|living in|resides in|moved to|visiting|IN|AT|FROM|NEAR|In|From)\s(?<words>[\p{L}][\p{L}'’.-]{1,24}(?:\s[\p{L}][\p{L}'’.-]{1,24}){0,2})/dgu;
/** The same, but almost only used of people: a town of any size may follow. */
const home =
  /(?<![\p{L}\d])(?:[Ll]ives? in|[Ll]iving in|[Rr]esid(?:es|ing) in|[Rr]esident of|[Bb]orn in|[Rr]aised in|[Gg]r(?:ew|own) up in|[Mm]oved (?:here )?(?:from|to)|[Cc]omes? from|[Oo]riginally from|(?:I am|I'm|is|are|was|were) (?:in|from)|[Rr]eturned? (?:to|from)|[Tt]ravell?(?:ed|ing)? (?:to|from)|[Ff]l(?:ew|ying) (?:to|from)|[Aa]rrived? (?:at|in|from)|[Hh]ome (?:in|to)|[Bb]ased in|[Tt]ransferred from|[Ss]treet in|[Ff]amily in|year in)\s(?<words>\p{Lu}[\p{L}'’.-]{1,24}(?:\s\p{L}[\p{L}'’.-]{1,24}){0,3})/dgu;
/** A town before the abbreviation of its state: "Fresno, CA". */
const cityState = new RegExp(
  `(?<![\\p{L}\\d])(?<words>\\p{Lu}[\\p{L}'’.-]{1,24}(?:\\s\\p{Lu}[\\p{L}'’.-]{1,24}){0,2}), ?(?:${STATE})(?![\\p{L}\\d])(?:\\s{1,2}\\d{5}(?:-\\d{4})?(?!\\d))?`,
  'dgu',
);
/** "Fresno 93650", "80331 München", "00-590 Warszawa": a town with its postal code. */
const CODE = String.raw`(?:[A-Z]{1,2}-)?(?:\d{5}(?:-\d{3,4})?|\d{2}-\d{3}|\d{4}-\d{3}|[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|[A-Z]\d[A-Z]\s\d[A-Z]\d|\d{4}\s[A-Z]{2})`;
const CAPITALS = String.raw`\p{Lu}[\p{L}'’-]{2,24}(?:\s\p{Lu}[\p{L}'’-]{1,24}){0,2}`;
const townAndCode = new RegExp(
  String.raw`(?<![\p{L}\d])(?<before>${CAPITALS}),?\s{1,2}${CODE}(?![\p{L}\d]|[.,/-]\d)|(?<![\p{L}\d.,/-])${CODE}\s{1,2}(?<behind>${CAPITALS})(?![\p{L}\d])`,
  'gu',
);
const stateBehind = new RegExp(`^, ?(?:${STATE})(?![\\p{L}\\d])(?:\\s{1,2}\\d{5}(?:-\\d{4})?(?!\\d))?`, 'u');

/** Words after the name of a town that make it the name of something else. */
const OF_SOMETHING =
  /^(?:hospital|county|fire|ems|general|children|univers|medical|clinic|health|police|protocol|criteria|classification|definition|guideline|airport|department|dept|polic|system|study|trial|school|college|state|base|trauma|area|metro|region|rule|scale|scor|screen|sign|stroke|burn|convention|consensus|manual|heart|weight|handbook|virus|fever|city|style|diet|accord|declaration|agency|regional|memorial|receiving|district|zoo|marathon|(?:pd|fd)$)/u;

/** "… General Hospital": true when the next word shows it, or the first one after further capitalized words. */
const isOfSomething = (rest: string): boolean => {
  const next = /^(?:['’]s)?[\s-]{1,2}(?<words>\p{L}[\p{L}'’]{0,24}(?:\s\p{L}[\p{L}'’]{0,24}){0,2})/u.exec(
    rest,
  );
  for (const word of next?.groups?.words?.split(/\s/u) ?? []) {
    const lower = word.toLowerCase();
    if (OF_SOMETHING.test(lower) || eponymNouns.has(lower)) return true;
    if (!/^\p{Lu}/u.test(word)) return false;
  }
  return false;
};

/** The length of the longest prefix that is a town; 0 if there is none. */
const cityLength = (words: string, known: WordFilter = cities): number => {
  const parts = words.split(/\s/u);
  for (let count = parts.length; count > 0; count -= 1) {
    const name = parts
      .slice(0, count)
      .join(' ')
      .replace(/[.'’-]{1,3}$/u, '');
    const folded = foldName(name).replaceAll(/[-.]/g, ' ').replaceAll(/ {2,}/g, ' ').trim();
    if (folded.length < 4 || !known.has(folded) || isCountry(name)) continue;
    const kind = count === 1 ? nameLikeness(folded) : 'name';
    // Parkland, Foley and Hope are also towns.
    if (kind === 'ordinary' || kind === 'eponym' || kind === 'ambiguous') continue;
    return name.length;
  }
  return 0;
};

/** Towns after words for where a person is or comes from, and before a state. */
export const findCities = (text: string): readonly CityFinding[] => {
  const isMixed = /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text);
  const findings: CityFinding[] = [];
  const find = (pattern: RegExp, known: WordFilter): void => {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const [start = 0] = match.indices?.groups?.words ?? [];
      const words = match.groups?.words ?? '';
      // "at Riverside Home in Tulsa": another cue may follow among the words.
      pattern.lastIndex = start;
      if (isMixed && !/^\p{Lu}/u.test(words)) continue;
      const length = cityLength(words, known);
      if (length === 0) continue;
      const rest = text.slice(start + length, start + length + 60);
      if (isOfSomething(rest)) continue;
      findings.push({
        kind: 'address',
        start,
        end: start + length + (stateBehind.exec(rest)?.[0].length ?? 0),
        confidence: DOUBTFUL,
      });
    }
  };
  for (const match of text.matchAll(townAndCode)) {
    const words = match.groups?.before ?? match.groups?.behind ?? '';
    const parts = words.split(/\s/u);
    const isTown = parts.some((_, at) => {
      const name = (
        match.groups?.before === undefined ? parts.slice(0, parts.length - at) : parts.slice(at)
      ).join(' ');
      return cityLength(name, towns) === name.length;
    });
    if (isTown)
      findings.push({
        kind: 'address',
        start: match.index,
        end: match.index + match[0].length,
        confidence: confidenceOfKind('address'),
      });
  }
  find(place, cities);
  find(home, towns);
  for (const match of text.matchAll(cityState)) {
    const words = match.groups?.words ?? '';
    if (cityLength(words) === words.length)
      findings.push({
        kind: 'address',
        start: match.index,
        end: match.index + match[0].length,
        confidence: confidenceOfKind('address'),
      });
  }
  return findings;
};
