/** A statement of the evidence, by the number of its piece and its own, from 1: `[2.3]`. */
export type StatementId = { readonly n: number; readonly statement: number };

/** A citation mark in an answer: `[2]`, `[1, 3]`, `[1-3]`, `[source 2]`, `[2.3]`. */
export type CitationMark = {
  readonly start: number;
  readonly end: number;
  readonly numbers: readonly number[];
  /** The statements that it names, if it does. */
  readonly statements: readonly StatementId[];
};

/** A mark with more numbers than this is not a citation. */
const mostInRange = 30;
const longestMark = 60;

const list = String.raw`(?:(?:source|sources|ref|refs|reference|references|evidence|citation|citations|cit|doc|document|n|no|see|and|to|through|passage|excerpt)[.:#]?\s{0,2}|\^)`;
const entry = String.raw`#?\d{1,4}(?:\.\d{1,3})?`;
const square = new RegExp(
  String.raw`\[\s{0,2}(?:${list}){0,2}(${entry}(?:\s{0,2}(?:[,;&/–—-]|and|to|through)\s{0,2}(?:${list})?${entry}){0,12})\s{0,2}\]`,
  'giy',
);
const round = /\(\s?((?:\d{1,2})(?:\s?[,;–-]\s?\d{1,2}){0,8})\s?\)(?=[\s.;,]*(?:[.;,\n[(]|$))/gy;
const named =
  /\((?:sources?|refs?\.?|references?|evidence|citations?|see)[ .:#]{0,2}(\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,8})\)/giy;

const numbersIn = (written: string): readonly number[] => {
  const numbers: number[] = [];
  for (const part of written.split(/[,;&/]|\band\b/i)) {
    const [first, last] = part
      .split(/[–—-]|\bto\b|\bthrough\b/i)
      .map((one) => Number(/\d{1,4}/.exec(one)?.[0] ?? Number.NaN));
    if (first === undefined || Number.isNaN(first)) continue;
    if (last === undefined || Number.isNaN(last) || last <= first) numbers.push(first);
    else for (let n = first; n <= Math.min(last, first + mostInRange); n += 1) numbers.push(n);
  }
  return [...new Set(numbers)];
};

const statementId = /(\d{1,3})\.(\d{1,3})(?:\s{0,2}(?:[–—-]|to|through)\s{0,2}(?:\d{1,3}\.)?(\d{1,3}))?/g;

/** The statements named in a text: "2.3", "2.3-2.5". */
export const statementsIn = (written: string): readonly StatementId[] =>
  [...written.matchAll(statementId)].flatMap(([, n, first, last]) =>
    Array.from(
      { length: Math.max(1, Math.min(mostInRange, Number(last ?? first) - Number(first) + 1)) },
      (_, at) => ({ n: Number(n), statement: Number(first) + at }),
    ),
  );

/** Returns the citation at an opening bracket, or `open` if more text is needed to decide. */
export const markAt = (text: string, at: number): CitationMark | 'open' | undefined => {
  const opening = text[at];
  const patterns = opening === '[' ? [square] : opening === '(' ? [named, round] : [];
  for (const pattern of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) {
      const written = match[1] ?? '';
      return {
        start: at,
        end: at + match[0].length,
        numbers: numbersIn(written),
        statements: statementsIn(written),
      };
    }
  }
  const rest = text.slice(at, at + longestMark);
  return opening === '[' && !rest.includes(']') && rest.length < longestMark ? 'open' : undefined;
};

/** Returns the citations of a sentence in order. */
export const marksIn = (text: string): readonly CitationMark[] => {
  const marks: CitationMark[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character !== '[' && character !== '(') continue;
    const mark = markAt(text, at);
    // A leading "(1)" numbers an entry, as in "(1) first, (2) then".
    if (mark === undefined || mark === 'open') continue;
    const isEntry = character === '(' && text.slice(0, at).trim() === '';
    if (isEntry) continue;
    marks.push(mark);
    at = mark.end - 1;
  }
  return marks;
};
