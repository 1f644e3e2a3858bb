import { normalizeProtocolNumber } from './protocol-numbers.ts';
import type { QueryVocabulary } from './query-vocabulary.ts';
import { isDrugWord } from './spelling.ts';

const number = String.raw`((?:[a-z]{1,2}-\d{1,5}|\d{2,5}|\d(?=\.\d))(?:\.\d{1,2})?[a-z]?(?:\s?-\s?[a-z]{1,2}|-\d{1,2})?)(?![\w%/]|\.\d)`;
const announced = new RegExp(
  String.raw`\b(?:ref(?:erence)?s?\.?|policy|policies|protocols?|procedure|guideline|tp|t\.p\.|mcg|section|chapter)\s*(?:no\.?|number|num|nr|#|:)?\s*#?\s*${number}`,
  'gi',
);
const bare = /(?<![\w.,/$<>=+-])(\d{3,4}(?:\.\d{1,2})?[a-z]?(?:-[a-z]{1,2})?)(?![\w%/,]|\.\d)/gi;
const coded = /(?<![\w.,/-])([a-z]{1,2}-\d{2,4}(?:\.\d{1,2})?)(?![\w%/-])/gi;

/** What follows a number that is a measure and not a protocol. */
const measureAfter =
  /^\s*(?:mg|mcg|ug|µg|μg|g|gm|grams?|kg|kilos?|lbs?|pounds?|ml|mls|cc|l|liters?|units?|meq|mmol|j|joules?|mmhg|bpm|%|percent|mins?|minutes?|hrs?|hours?|secs?|seconds?|days?|weeks?|wks?|months?|mos?|yrs?|years?|yo|y\/o|ft|feet|foot|cm|mm|in|inch|inches|miles?|mph|degrees?|f|c|x|to|-|\/|patients?|people|times)\b|^\s*[%/°]/i;
/** What precedes a number that is a measurement and not a protocol. */
const measurementBefore =
  /(?:\b(?:sbp|dbp|bp|b\/p|systolic|diastolic|map|hr|rate|pulse|rr|resps?|respirations|spo2|sats?|o2|etco2|bgl|bg|fsbs|cbg|glucose|sugar|temp|temperature|gcs|weighs?|weight|wt|age|aged|dose|give|gave|of|than|about|over|under|above|below|at|to|is|was|for|lactate|energy|potassium|sodium|with|by|x)|[<>=≤≥~])\s*$/i;

/** Whether a number follows the name of a drug, as in "amiodarone 150". */
const isDoseOfDrug = (before: string): boolean => {
  const word = /([a-z]+)\s+$/i.exec(before)?.[1];
  return word !== undefined && isDrugWord(word.toLowerCase());
};

/**
 * The protocol numbers that a question asks for: announced ones ("Ref 502", "policy 510", "TP 1219-P", "MCG 1309")
 * always; bare ones ("814", "834.1 form") when nothing around makes them a dose, an age or a vital sign and either a
 * document is filed under them or they are all that was asked. `0.3 mg`, `sbp 150` and "65 year old" are never read
 * as protocol numbers.
 */
export const findProtocolNumbers = (query: string, vocabulary: QueryVocabulary): readonly string[] => {
  const found = new Set<string>();
  const add = (text: string): void => {
    found.add(normalizeProtocolNumber(text));
  };
  for (const match of query.matchAll(announced)) {
    const text = match[1];
    if (text && !measureAfter.test(query.slice(match.index + match[0].length))) add(text);
  }
  for (const pattern of [bare, coded]) {
    for (const match of query.matchAll(pattern)) {
      const text = match[1];
      if (!text || found.has(normalizeProtocolNumber(text))) continue;
      if (measureAfter.test(query.slice(match.index + match[0].length))) continue;
      const before = query.slice(Math.max(0, match.index - 32), match.index);
      if (measurementBefore.test(before) || isDoseOfDrug(before)) continue;
      const isAll = query.trim() === text;
      if (vocabulary.hasProtocolNumber(normalizeProtocolNumber(text)) || isAll) add(text);
    }
  }
  return [...found].slice(0, 5);
};
