/** A word, number or measure of a text. */
export type Token = {
  /** Lower case; measures in one normal form, e.g. `0.3mg` for "0.3 mg", ".3mg" and "0.30 milligrams". */
  readonly text: string;
  /** Written wholly in capitals with at least two letters, as abbreviations are. */
  readonly capitals: boolean;
};

/** Unit spellings to the one that is matched. */
const units: ReadonlyMap<string, string> = new Map([
  ['mg', 'mg'],
  ['mgs', 'mg'],
  ['milligram', 'mg'],
  ['milligrams', 'mg'],
  ['mcg', 'mcg'],
  ['mcgs', 'mcg'],
  ['ug', 'mcg'],
  ['μg', 'mcg'],
  ['microgram', 'mcg'],
  ['micrograms', 'mcg'],
  ['g', 'g'],
  ['gm', 'g'],
  ['gms', 'g'],
  ['gram', 'g'],
  ['grams', 'g'],
  ['kg', 'kg'],
  ['kgs', 'kg'],
  ['kilo', 'kg'],
  ['kilos', 'kg'],
  ['kilogram', 'kg'],
  ['kilograms', 'kg'],
  ['lb', 'lb'],
  ['lbs', 'lb'],
  ['pound', 'lb'],
  ['pounds', 'lb'],
  ['ml', 'ml'],
  ['mls', 'ml'],
  ['cc', 'ml'],
  ['ccs', 'ml'],
  ['milliliter', 'ml'],
  ['milliliters', 'ml'],
  ['l', 'l'],
  ['liter', 'l'],
  ['liters', 'l'],
  ['litre', 'l'],
  ['litres', 'l'],
  ['dl', 'dl'],
  ['lpm', 'l/min'],
  ['meq', 'meq'],
  ['mmol', 'mmol'],
  ['unit', 'units'],
  ['units', 'units'],
  ['iu', 'units'],
  ['j', 'j'],
  ['joule', 'j'],
  ['joules', 'j'],
  ['mmhg', 'mmhg'],
  ['bpm', 'bpm'],
  ['cm', 'cm'],
  ['mm', 'mm'],
  ['min', 'min'],
  ['mins', 'min'],
  ['minute', 'min'],
  ['minutes', 'min'],
  ['sec', 'sec'],
  ['secs', 'sec'],
  ['second', 'sec'],
  ['seconds', 'sec'],
  ['hr', 'h'],
  ['hrs', 'h'],
  ['hour', 'h'],
  ['hours', 'h'],
  ['h', 'h'],
]);

const letter = 1;
const digit = 2;
const joiner = 3;
const joiners = new Set(['.', ',', ':', '/', "'", '-']);
const otherLetter = /\p{L}/u;
const otherDigit = /\p{Nd}/u;

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/i.test(character)) return letter;
  if (/\d/.test(character)) return digit;
  return joiners.has(character) ? joiner : 0;
});

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  if (code < 128) return asciiKinds[code] ?? 0;
  const character = text.charAt(at);
  if (otherLetter.test(character)) return letter;
  return otherDigit.test(character) ? digit : 0;
};

/** Compatibility forms (ligatures, subscripts, full width), typographic dashes and quotes as plain ones. */
const plain = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the question is whether all characters are ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\u00ad/g, '');
};

const isNumber = (part: string): boolean => /^\d+(?:\.\d+)?$/.test(part);

const plainNumber = (part: string): string => {
  if (!part.includes('.')) return part;
  const trimmed = part.replace(/0+$/, '').replace(/\.$/, '');
  return trimmed === '' ? '0' : trimmed;
};

const unitOf = (word: string): string | undefined => {
  const known = units.get(word);
  if (known || !word.includes('/')) return known;
  const parts = word.split('/').map((part) => units.get(part));
  return parts.every((part) => part !== undefined) ? parts.join('/') : undefined;
};

const isLetters = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (kindAt(text, at) !== letter) return false;
  return true;
};

const dottedLetters = /^(?:\p{L}\.)+\p{L}$/u;
const measure = /^(\d+(?:\.\d+)?)(\p{L}+(?:\/\p{L}+)*)$/u;
const leads = /^\d{1,2}-?leads?$/;
const numberWithLetter = /^\d{3,5}(?:\.\d{1,2})?[a-z]?-[a-z]{1,2}$/;
const letterWithNumber = /^[a-z]{1,5}-\d{1,4}(?:\.\d{1,2})?[a-z]?$/;
const score = /[a-z]\d+[a-z].*-|-.*[a-z]\d+[a-z]/;
const keptTogether = (run: string): boolean =>
  numberWithLetter.test(run) || letterWithNumber.test(run) || score.test(run);

/** One run of letters, digits and the joiners between them, as the tokens it holds. */
const splitRun = (run: string): readonly string[] => {
  if (isLetters(run)) return [run];
  if (dottedLetters.test(run)) return [run.replaceAll('.', '')];
  if (leads.test(run)) return [`${Number.parseInt(run, 10)}-lead`];
  const number = /^[\d,]+(?:\.\d+)?$/.test(run) ? run.replaceAll(',', '') : run;
  if (isNumber(number)) return [number.includes('.') ? number : number];
  if (/^\d+(?:\.\d+)?:[\d,]+$/.test(run)) return [run.replaceAll(',', '')];
  if (/^\d{2,3}\/\d{2,3}$/.test(run)) return [run];
  if (keptTogether(run)) return [run];
  const ofUnits = unitOf(run);
  if (ofUnits !== undefined) return [run];
  const measured = measure.exec(number);
  if (measured?.[1] && measured[2] && unitOf(measured[2]) !== undefined) return [measured[1], measured[2]];
  if (/[-/,:]/.test(run)) return run.split(/[-/,:]+/).flatMap((part) => (part === '' ? [] : splitRun(part)));
  if (run.endsWith("'s")) return [run.slice(0, -2)];
  if (run.includes("'")) return [run.replaceAll("'", '')];
  if (run.includes('.')) {
    // "1219.prn" is two sentences run together; "834.1" and "842.2a" are numbers with parts.
    return /^\d+(?:\.\d+)+[a-z]?$/.test(run) ? [run] : run.split('.').flatMap((part) => splitRun(part));
  }
  return [run];
};

const pushMerged = (tokens: Token[], text: string, capitals: boolean): void => {
  const before = tokens.at(-1);
  if (before && isNumber(before.text)) {
    const unit = unitOf(text);
    if (unit !== undefined) {
      tokens[tokens.length - 1] = { text: `${plainNumber(before.text)}${unit}`, capitals: false };
      return;
    }
    if ((text === 'lead' || text === 'leads') && before.text.length <= 2) {
      tokens[tokens.length - 1] = { text: `${before.text}-lead`, capitals: false };
      return;
    }
  }
  tokens.push({ text, capitals });
};

/**
 * Splits a text into medical-aware tokens, in reading order: `12-lead`, `0.3mg` (number and unit join), `mg/kg`,
 * `cha2ds2-vasc`, `qid` (for "q.i.d."), `1219-p`, `834.1`, `120/80`, `1:10000`. Everything else is cut at anything
 * that is neither a letter nor a digit. A decimal point is never lost: ".5 mg" is `0.5mg`.
 */
export const tokenize = (text: string): readonly Token[] => {
  const source = plain(text);
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const kind = kindAt(source, at);
    const startsDecimal =
      kind === joiner &&
      source[at] === '.' &&
      kindAt(source, at + 1) === digit &&
      (at === 0 || kindAt(source, at - 1) !== digit);
    if (kind !== letter && kind !== digit && !startsDecimal) {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < source.length) {
      const next = kindAt(source, end);
      const inside = next === letter || next === digit;
      const joins = next === joiner && end + 1 < source.length && isAlphanumeric(kindAt(source, end + 1));
      if (!inside && !joins) break;
      end += 1;
    }
    const raw = source.slice(at, end);
    const lower = (startsDecimal ? `0${raw}` : raw).toLowerCase();
    const capitals = raw.length > 1 && raw !== lower && raw === raw.toUpperCase();
    for (const part of splitRun(lower)) pushMerged(tokens, part, capitals);
    at = end;
  }
  return tokens;
};

const isAlphanumeric = (kind: number): boolean => kind === letter || kind === digit;
