import { inRaisedScript, writeLowered, writeRaised } from '../raised-digits.ts';

/** The vertical position of text: on the line, above or below it. A `mark` is raised and known to refer to a note. */
export type PrintLevel = 'line' | 'raised' | 'lowered' | 'mark';

/** A piece of text from a file. Consecutive pieces are on one line; a line end is a separate piece. */
export type PrintPiece = { readonly text: string; readonly level: PrintLevel };

/** The number of characters examined on either side of raised text. */
const reach = 16;

const slash = /^\s?[/\u2044\u2215]\s?/;
const ordinal = /^(?:st|nd|rd|th)$/i;
/** Signs that are always raised, and note marks that cannot be mistaken for a number. */
const plainWhenRaised = /^(?:TM|SM|[®©™*†‡§¶#°º′″'"])+$|^[[(].*[\])]$/;
const digits = /^[-–−+]?\d[\d\s,–−+-]*$/;
const ion = /^[-–−+]+$/;

const raisedText = (text: string, before: string, after: string): string => {
  if (ordinal.test(text) && /\d$/.test(before)) return text;
  if (/^[o0]$/i.test(text) && /\d\s?$/.test(before) && /^\s?[CF]\b/.test(after)) return '°';
  if (plainWhenRaised.test(text)) return text;
  if (digits.test(text)) return writeRaised(text.replace(/\s+/g, ''), before, after);
  if (ion.test(text)) return text.replace(/\+/g, '⁺').replace(/[-–−]/g, '⁻');
  return /\s/.test(text) ? ` ${text}` : `^${text}`;
};

const loweredText = (text: string, before: string): string => {
  if (/^\d[\d,\s]*$/.test(text)) return writeLowered(text, before);
  if (/\s/.test(text)) return ` ${text}`;
  return /\p{L}$/u.test(before) ? text : `_${text}`;
};

/** Consecutive text of one level, with the indexes of its pieces. */
type Run = { readonly level: PrintLevel; readonly text: string; readonly pieces: readonly number[] };

const runsOf = (pieces: readonly PrintPiece[]): readonly Run[] => {
  const runs: { level: PrintLevel; text: string; pieces: number[] }[] = [];
  for (const [index, { text, level }] of pieces.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && (last.level === level || text === '')) {
      last.text += text;
      last.pieces.push(index);
    } else runs.push({ level, text, pieces: [index] });
  }
  return runs;
};

/** The text from one run on, limited to `reach`. */
const textFrom = (runs: readonly Run[], from: number): string => {
  let text = '';
  for (let at = from; at < runs.length && text.length < reach; at += 1) text += runs[at]?.text ?? '';
  return text.slice(0, reach);
};

/** True when a raised number, a stroke and a lowered number begin at a run. */
const isFraction = (runs: readonly Run[], at: number): boolean => {
  const [above, stroke, below] = runs.slice(at, at + 3);
  if (above?.level !== 'raised' || !/^\s*\d{1,4}\s*$/.test(above.text) || stroke?.level !== 'line')
    return false;
  if (/^\u2044\s?\d/.test(stroke.text)) return true;
  return (
    stroke.text.replace(slash, '') === '' &&
    slash.test(stroke.text) &&
    below?.level === 'lowered' &&
    /^\s*\d{1,4}\b/.test(below.text)
  );
};

/**
 * Writes raised and lowered text so that it stays separate from neighbouring numbers: exponents as `10^9`, fractions as
 * `1/2`, note marks as raised characters (`2¹ mg`), names as they are read (`H2O`).
 *
 * @returns the replacement of each piece
 */
export const writePrintLevels = (pieces: readonly PrintPiece[]): readonly string[] => {
  const written = pieces.map(({ text }) => text);
  const runs = runsOf(pieces);
  let before = '';
  const put = (run: Run, text: string): void => {
    const [first, ...others] = run.pieces;
    if (text !== run.text && first !== undefined) {
      written[first] = text;
      for (const other of others) written[other] = '';
    }
    before = (before + text).slice(-reach);
  };
  /** Runs up to this index are the lower parts of fractions. */
  let plainUntil = -1;
  for (const [at, run] of runs.entries()) {
    const text = run.text.trim();
    const around = (inner: string): string =>
      (/^\s/.test(run.text) ? ' ' : '') + inner + (/\s$/.test(run.text) ? ' ' : '');
    if (at <= plainUntil || text === '' || run.level === 'line') {
      put(run, at <= plainUntil ? run.text.replace(slash, '/') : run.text);
      continue;
    }
    if (isFraction(runs, at)) {
      plainUntil = at + (runs[at + 1]?.text.replace(slash, '') === '' ? 2 : 1);
      // "1 1/2" must not become 11/2.
      put(run, (/\d$/.test(before) ? ' ' : '') + text);
      continue;
    }
    const left = /^\s/.test(run.text) ? `${before} ` : before;
    if (run.level === 'lowered') put(run, around(loweredText(text, left)));
    else if (run.level === 'mark') put(run, around(inRaisedScript(text)));
    else put(run, around(raisedText(text, left, textFrom(runs, at + 1))));
  }
  return written;
};
