import { numberWordPattern, readNumber } from '../language/number-words.ts';
import { isGestation } from './population.ts';

/** An age as written, e.g. 18 months. */
export type PatientAge = {
  readonly value: number;
  readonly unit: 'years' | 'months' | 'weeks' | 'days' | 'hours';
};

type Found = PatientAge & { readonly start: number; readonly end: number };

/** A notation of ages, with the groups `value` and `unit`; without a unit, it is years. */
type Form = {
  readonly pattern: RegExp;
  /** Text right before or after a match that makes it something other than an age. */
  readonly notAfter?: RegExp;
  readonly notBefore?: RegExp;
};

/** The number of characters before a match that are checked. */
const nearby = 60;
/** The greatest age of any person: 122 years (Jeanne Calment). */
const maxYears = 122;
const yearsPer = { years: 1, months: 1 / 12, weeks: 7 / 365.25, days: 1 / 365.25, hours: 1 / 8766 } as const;

/** An age in years, with fractions. */
export const inYears = ({ value, unit }: PatientAge): number => value * yearsPer[unit];

const digits = String.raw`\d{1,3}(?:\.\d{1,2})?`;
const number = String.raw`(?<![\d.,:/<>≤≥]|[<>≤≥] )\b(?<value>${digits}|${numberWordPattern})`;
const longUnit = '(?<unit>years?|yrs?|months?|mos?)';
const shortUnit = '(?<unit>weeks?|wks?|days?|hours?|hrs?)';
const unit = '(?<unit>years?|yrs?|months?|mos?|weeks?|wks?|days?|hours?|hrs?)';
const someone = '(?:males?|females?|man|woman|boy|girl|lady|gentleman)';
const presenting = String.raw`(?=[ ,]+(?:with|w\/|c\/o|cc\b|complain\w*|presents?|presenting|found|who|pt\b|patient\b))`;

/** "Under 18 years old" sets a limit, not an age. */
const limit = /(?:under|below|over|above|than|until|up to|at least|less|minimum age|beyond)\s*$/;

/** After one of these words, "10 years" is a duration or a time interval. */
const lasting =
  /\b(?:x|×|past|last|previous|prior|every|each|within|q|next|since|after|until|till|valid|first|final|another|minimum|maximum|smok\w*|lasting|lasted|ongoing|over|under|below|less|more|than|least)(?:\s*(?:the|about|approximately|at least))?\s*~?$/;
/** "Dose for 8yr" is for a patient of that age; in "pain for 8yr" it is a duration. */
const lastingFor =
  /(?<!\bdos(?:e|es|age|ing) )\bfor(?:\s*(?:the|about|approximately|the past|the last|over))?\s*~?$/;
const durationBefore = new RegExp(`${lasting.source}|${lastingFor.source}`);
/** "Croup in 18mo" is in a child, "check-up in 18 months" is later. */
const durationBeforeSpelled = new RegExp(`${durationBefore.source}|\\bin\\s*$`);
const durationAfter =
  /^[ -]*(?:of\b|histor\w*|hx\b|h\/o|ago\b|smok(?:ers?|ing)\b|pack|since|prior|earlier|before|later|post[- ]?(?:op|surg|mi\b|stroke|infarct|transplant|partum)|after|follow|survival|experience|interval|cycle|period|term|plan|renew\w*|recert\w*|retention|review|duration|pregnan\w*|gestation\w*|sober|supply|course|expir\w*|habit|anniversary)/;
/** Things, not people, that are some hours, days or weeks old; "6 year old burn" still describes a child. */
const thingAfter =
  /^[ -]*(?:wounds?|injur\w*|burns?|fractures?|lac\w*|infarct\w*|mi\b|stroke|cva|incisions?|sutures?|scars?|bruis\w*|clots?)\b/;
const vitalBefore =
  /\b(?:bp|sbp|hr|rr|gcs|sp?o2|sats?|bgl?|glucose|temp|temperature|etco2|pulse|fell|fall|fallen|from|size)(?:\s*(?:of|is|at|was))?\s*$/;
const sizeAfter =
  /^[ -]*(?:fr\b|french|foley|catheter|cath|tube|ngt?\b|suction|fall|high|height|tall|away|deep)/;

const forms: readonly Form[] = [
  // 8 year old, eight-year-old, 8 years of age
  {
    pattern: new RegExp(String.raw`${number}[ -]?${longUnit}[ /-]?(?:olds?|of age)\b`, 'g'),
    notAfter: limit,
  },
  // 6 wks old, 36 hour old
  {
    pattern: new RegExp(String.raw`${number}[ -]?${shortUnit}[ /-]?(?:olds?|of age)\b`, 'g'),
    notAfter: limit,
    notBefore: thingAfter,
  },
  // 8yo, 8 y/o, 8yoM, 8 y.o.
  {
    pattern: new RegExp(String.raw`${number}[ -]?(?<unit>y)[/. ]?o\.?[mf]?(?![a-z])`, 'g'),
    notAfter: limit,
  },
  // 6 m/o, 3 d/o; "w/o" is "without" unless it is written to the number
  { pattern: new RegExp(String.raw`${number} ?(?<unit>[md])\/o\b`, 'g'), notAfter: limit },
  { pattern: new RegExp(String.raw`${number}(?<unit>w)k?\/?o\b`, 'g') },
  // age 8, aged 8 months
  { pattern: new RegExp(String.raw`\baged?:? (?:of )?${number}(?: ?-?${unit})?(?![\w/-])`, 'g') },
  // day of life 3
  { pattern: new RegExp(String.raw`\b(?<unit>day) of life:? ${number}\b`, 'g') },
  // 5y F, 8yrM, 18mo M, 72 year male
  {
    pattern: new RegExp(
      String.raw`${number}[ -]?(?<unit>y|yrs?|years?|mos?|months?) ?(?:[mf]|${someone})\b`,
      'g',
    ),
    notAfter: durationBefore,
  },
  // 8yr, 18mo, 8y
  {
    pattern: new RegExp(String.raw`${number}(?:[ -]?(?<unit>yrs?|mos?)|(?<unit2>y))\b(?!\/)`, 'g'),
    notAfter: durationBefore,
    notBefore: durationAfter,
  },
  // 18 months, 8 year
  {
    pattern: new RegExp(String.raw`${number}[ -]?(?<unit>year|months?)\b(?!\/)`, 'g'),
    notAfter: durationBeforeSpelled,
    notBefore: durationAfter,
  },
  // 8 years …, at the start
  {
    pattern: new RegExp(String.raw`^${number} (?<unit>years)\b`, 'g'),
    notBefore: durationAfter,
  },
  // 72 male, 8 y girl
  { pattern: new RegExp(String.raw`${number} ?${someone}\b`, 'g'), notAfter: vitalBefore },
  // 72m with chest pain; 72f at the start
  {
    pattern: new RegExp(String.raw`${number} ?m\b(?:${presenting})`, 'g'),
    notAfter: vitalBefore,
  },
  { pattern: new RegExp(String.raw`${number} ?f\b(?:${presenting})`, 'g'), notAfter: vitalBefore },
  { pattern: new RegExp(`^${number}[mf](?= |,|$)`, 'g'), notBefore: sizeAfter },
];

/** "72M", with a capital, or "72 M" at the start: in lower case it may be anything. */
const capitalSex: Form = {
  pattern: new RegExp(String.raw`(?<![\d.,:/<>-])\b(?<value>${digits})(?:(?<=^[\d.]+) )?[MF]\b`, 'g'),
  notAfter: vitalBefore,
  notBefore: sizeAfter,
};

const unitsByLetter = { y: 'years', m: 'months', w: 'weeks', d: 'days', h: 'hours' } as const;
const isUnitLetter = (letter: string): letter is keyof typeof unitsByLetter => letter in unitsByLetter;

const unitOf = (written: string | undefined): PatientAge['unit'] => {
  const letter = (written ?? 'y').charAt(0);
  return isUnitLetter(letter) ? unitsByLetter[letter] : 'years';
};

const matchesOf = (text: string, { pattern, notAfter, notBefore }: Form): readonly Found[] =>
  [...text.matchAll(pattern)].flatMap((match): readonly Found[] => {
    const { value = '', unit: written, unit2 } = match.groups ?? {};
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - nearby), match.index).toLowerCase();
    if (notAfter?.test(before) || notBefore?.test(text.slice(end).toLowerCase())) return [];
    if (isGestation(text, match.index, end)) return [];
    const age = { value: readNumber(value), unit: unitOf(written ?? unit2) };
    return inYears(age) <= maxYears ? [{ ...age, start: match.index, end }] : [];
  });

const ofWarmth =
  /\b(?:temp\w*|fever\w*|febrile|degrees?|heat\w*|hot|cold|hypotherm\w*|hypertherm\w*|ambient)\b/i;

/**
 * True for a fever such as "102F": from 90 to 110 the letter may mean Fahrenheit, when the text is about temperature.
 */
const isTemperature = (text: string, { value, start, end }: Found): boolean =>
  value >= 90 && value <= 110 && /^[\d.]+ ?f$/i.test(text.slice(start, end)) && ofWarmth.test(text);

/**
 * Finds the ages of patients in a text, in order of mention: "8 year old", "eight-year-old", `8yoM`, `5y F`, `18mo`, `3
 * d/o`, `72M`, "age 6". Not durations ("for 3 days", "10 year history", "smoker x10y"), limits ("under 18 years old")
 * or weeks of a pregnancy.
 *
 * @param text as written: a capital distinguishes `72M` from 72 metres
 */
export const agesIn = (text: string): readonly PatientAge[] => {
  const plain = text.replace(/[\u2010-\u2015\u2212]/g, '-');
  const lower = plain.toLowerCase();
  const found = [...forms.flatMap((form) => matchesOf(lower, form)), ...matchesOf(plain, capitalSex)];
  const kept: Found[] = [];
  for (const one of found) {
    const overlaps = kept.some(({ start, end }) => one.start < end && start < one.end);
    if (!overlaps && !isTemperature(plain, one)) kept.push(one);
  }
  return kept.sort((one, other) => one.start - other.start).map(({ value, unit }) => ({ value, unit }));
};
