import { quotedLines } from './quoted-lines.ts';
import type { SourceText } from './source-text.ts';

/** Possible faults in the quotations of an answer. */
export const faultKinds = ['unfinished', 'headless cell', 'bare number', 'wrong population'] as const;
type FaultKind = (typeof faultKinds)[number];

/** The place of a fault: the citation, its quoted passage and the line, all from 1. */
export type Fault = {
  readonly kind: FaultKind;
  readonly n: number;
  readonly passage: number;
  readonly line: number;
};

/** The quotation of one passage. */
type QuotedPart = { readonly section: string; readonly excerpt: string };

/** The parts of a quoted document that are judged. */
export type JudgedCitation = {
  readonly n: number;
  /** The line of the answer that names the document above its quotation. */
  readonly heading: string;
  readonly title: string;
  readonly fileName: string;
  readonly parts: readonly QuotedPart[];
  readonly source?: SourceText;
};

export type Patients = 'adult' | 'pediatric' | 'neonatal';

const units =
  'mcg|mg|gm?|grams?|kg|lbs?|mEq|mmol|mL|L|liters?|units?|J|joules?|puffs?|tablets?|mm ?Hg|bpm|%|cm|mm|Fr|mA|hours?|hrs?|min(?:ute)?s?|sec(?:ond)?s?|years?|yrs?|months?|mos?|days?|weeks?|times?|doses?';

// --- unfinished statements ------------------------------------------------------------------------------------------

/** Characters and words that require a continuation. In capitals they are routes and names: IN, OR, AT. */
const hanging =
  /(?:[<>≤≥=,(/+–-]|(?<![\p{L}-])(?:of|at|to|for|with|and|or|the|a|an|by|in|on|if|than|is|are|be|per|from|when|until|within|every|not|between|via|less|greater))$/u;
const ended = /[.;!?)\]:❶-❿⓿➀-➓]$/u;
const beginsItem = /^(?:[•▪◦●○◊❖*–-]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)]\s|#{1,6}\s|[|❶-❿⓿➀-➓])/u;
const continues = new RegExp(String.raw`^(?:\p{Ll}{2,}|(?:${units})\b|[<>≤≥=]|\()`, 'u');

/** Whether the document continues the statement in which the piece ends. */
const goesOn = (piece: string, source: SourceText | undefined): boolean => {
  if (ended.test(piece) || endsInAddress.test(piece)) return false;
  const following = source?.after(piece);
  if (following === undefined || following.trim() === '') return false;
  if (!/^\s/.test(following)) return true;
  const next = following.trimStart();
  // A blank line ends the preceding statement.
  if (/^[^\S\n]*\n[^\S\n]*\n/.test(following) || beginsItem.test(next)) return false;
  const isSameLine = !/^[^\S\n]*\n/.test(following);
  return isSameLine || continues.test(next);
};

/**
 * Whether the document itself leaves a statement unfinished, followed by nothing or by a separate item. Only then does
 * a mark of omission explain everything.
 */
const isLeftHanging = (piece: string, source: SourceText | undefined): boolean => {
  const next = source?.after(piece)?.trim().split('\n')[0];
  return next !== undefined && (next === '' || beginsItem.test(next) || /^[^a-z]{6,}$/.test(next));
};

const endsInAddress = /(?:https?:\/\/|www\.)\S+$/;

const isCutShort = (piece: string, source: SourceText | undefined): boolean =>
  !piece.endsWith('|') &&
  !endsInAddress.test(piece) &&
  ((hanging.test(piece) && !isListItem(piece, source)) || goesOn(piece, source));

/** An item ending with a comma, or with the word before the next item, ends as the list was written. */
const isListItem = (piece: string, source: SourceText | undefined): boolean =>
  /(?:,|\b(?:and|or))$/.test(piece) && beginsItem.test(source?.after(piece)?.trimStart() ?? '');

/** The mark of an omission, at the end of a line. */
const markedAsCut = /\s+\[…\]$/;

const introduces = /:\s*[❶-❿⓿➀-➓]*$/u;
/** "A. Patient assessment:" is a heading; only a statement promises a list. */
const isTitle = (text: string): boolean =>
  text.split(/\s+/).length <= 7 && !/\b(?:following|below)\b/i.test(text);

/** "EMT: a person who …", an item in a glossary. */
const definesTerm = /^\p{Lu}[^.:]{1,60}:\s/u;

/** Whether an introduced list is shown, with at least one item: the mark says that others were omitted. */
const isFollowed = (after: readonly string[], nextPart: string | undefined): boolean => {
  const next = after.find((line) => line !== '' && line !== '[…]');
  if (next !== undefined) return beginsItem.test(next) || definesTerm.test(next);
  // The next passage may continue it, after a mark where earlier items were omitted.
  const [begins = ''] = (nextPart?.trim().split('\n') ?? []).filter((line) => line !== '[…]');
  return begins !== '' && (!after.includes('[…]') || beginsItem.test(begins));
};

const unfinishedLines = (
  { excerpt }: QuotedPart,
  nextPart: string | undefined,
  source: SourceText | undefined,
): readonly number[] => {
  const lines = excerpt.split('\n').map((line) => line.trim());
  return lines.flatMap((line, at) => {
    if (line === '' || line === '[…]') return [];
    const text = line.replace(markedAsCut, '');
    const isMarked = text !== line;
    const after = isMarked ? ['[…]', ...lines.slice(at + 1)] : lines.slice(at + 1);
    const next = after.find((one) => one !== '');
    const isEnd = next === undefined || next === '[…]';
    if (introduces.test(text) && !isTitle(text) && isEnd && !isFollowed(after, nextPart)) return [at + 1];
    if (isMarked && isLeftHanging(text, source)) return [];
    if (isEnd) return isCutShort(text, source) ? [at + 1] : [];
    // Within a piece, a wrapped line continues on the next one, unless that starts a new item.
    return beginsItem.test(next) && /(?:[<>≤≥=(/]|(?<![\p{L}-])(?:of|at|than|the|a))$/u.test(text)
      ? [at + 1]
      : [];
  });
};

// --- tables ----------------------------------------------------------------------------------------------------------

const digit = /\d/;
const letter = /\p{L}/u;
/** A head that is itself a value names no column: the head of the table was lost, and a row took its place. */
const isValue = new RegExp(String.raw`^[<>≤≥~]?\s?\d[\d.,]*\s?(?:[-–]\s?\d[\d.,]*\s?)?(?:${units})?$`, 'i');
const bareNumber = /^[<>≤≥~]?\s?\d[\d.,]*(?:\s?[-–]\s?\d[\d.,]*)?$/;
const namesUnit = new RegExp(String.raw`(?:\b|\()(?:${units})(?:\b|\)|/)`, 'i');

type CellFaults = { readonly headless: readonly number[]; readonly bare: readonly number[] };

const tableFaults = ({ excerpt }: QuotedPart): CellFaults => {
  const rows = quotedLines(excerpt).filter(
    ({ cells = [] }) => cells.length > 1 && cells.some((cell) => digit.test(cell)),
  );
  const headless: number[] = [];
  const bare: number[] = [];
  for (const { line, cells = [], heads, isHead, above } of rows) {
    const label = cells[0] ?? '';
    if (isHead) {
      // "| 12 kg | 1.2 mg |" as a head: a row without one.
      if (isValue.test(label) && cells.slice(1).every((cell) => cell === '' || isValue.test(cell)))
        headless.push(line);
      continue;
    }
    // A name next to a single value describes the value.
    if (cells.length === 2 && letter.test(label) && !isValue.test(label)) continue;
    // The content of a merged cell over several rows stayed with the first of them.
    if (label === '' && letter.test(heads[0] ?? '') && cells.some((cell) => digit.test(cell)))
      headless.push(line);
    for (const [column, cell] of cells.entries()) {
      const head = heads[column] ?? '';
      if (!digit.test(cell)) continue;
      const isNamed = letter.test(head) || (digit.test(head) && letter.test(heads[0] ?? ''));
      if (!isNamed && !(column === 0 && heads.some((one) => letter.test(one)))) headless.push(line);
      else if (
        bareNumber.test(cell) &&
        column > 0 &&
        !letter.test(head) &&
        ![label, ...above].some((one) => namesUnit.test(one))
      )
        bare.push(line);
    }
  }
  return { headless, bare };
};

// --- numbers in text ---------------------------------------------------------------------------------------------------

/** An amount to be given, or its limit, of which only the number is left. */
const amountWithoutUnit =
  /\b(?:give|administer|infuse|dose(?: of| is|:)?|maximum(?: total)?(?: single)?(?: dose)?(?: of| is|:)?|max\.?(?: dose)?(?: of)?|not (?:to )?exceed)\s+\d[\d.,]*\d?(?=\s*(?:$|[;)]|\.(?:\s|$)))/i;
/** A piece that begins with the unit of a number cut off before it. */
const unitFirst = /^(?:mcg|mg|mL|mEq|mmol|kg|mmHg|J|joules?|units?|g)(?:\/\w+)?\b(?![.:)])/;
/** Counts, scores and names that consist of a number alone. */
const counted =
  /\b(?:score|scale|GCS|Apgar|LAMS|step|page|section|No|Ref|MCG|TP|protocol|number|ratio|x\d)\b/i;

const bareLines = ({ excerpt }: QuotedPart, source: SourceText | undefined): readonly number[] => {
  const lines = excerpt.split('\n').map((line) => line.trim());
  return lines.flatMap((text, at) => {
    if (text === '' || text.startsWith('|')) return [];
    const before = lines[at - 1];
    const next = lines[at + 1];
    const begins = before === undefined || before === '[…]';
    const ends = next === undefined || next === '[…]';
    const cutsUnit =
      ends && /\d$/.test(text) && new RegExp(String.raw`^\s*(?:${units})\b`).test(source?.after(text) ?? '');
    if (begins && unitFirst.test(text)) return [at + 1];
    if (cutsUnit) return [at + 1];
    const found = amountWithoutUnit.exec(text);
    const goesOnBelow = found !== null && found.index + found[0].length === text.length && !ends;
    return found && !counted.test(text) && !goesOnBelow ? [at + 1] : [];
  });
};

// --- patients ----------------------------------------------------------------------------------------------------------

const amount =
  /\d[\d.,]*(?:\s?[-–]\s?\d[\d.,]*)?\s?(?:mcg|µg|mg|gm?|grams?|mEq|mmol|mL|L|units?|J|joules?|puffs?)(?:\/kg)?(?![\w/])/;
const childWords =
  /\b(?:pa?ediatrics?|peds|child(?:ren)?|infants?|neonat\w*|newborns?|toddlers?|adolescents?)\b|\/kg\b|\b\d+(?:\.\d+)?\s?kg\b|[<≤]\s?1[0-8]\s?(?:years?|yrs?)|\b\d+\s?(?:months?|mos?)\b|\b(?:[1-9]|1[0-7])\s?(?:years?|yrs?)\b/i;
const adultWords = /\badults?\b|\b(?:elderly|geriatric)\b|[≥>]\s?1[4-8]\s?(?:years?|yrs?)/i;
const bothWords = /\ball (?:ages|patients)\b/i;

/** The patients of a document according to its own name: its title, or a file named `…-P` next to its adult twin. */
const writtenFor = ({ title, fileName }: JudgedCitation): Patients | undefined => {
  const name = `${title} ${fileName}`;
  const isChild =
    /\b(?:pa?ediatrics?|peds|child(?:ren)?|infants?)\b|\d-?P\b/.test(name) || /\bpediatric/i.test(name);
  const isNewborn = /\b(?:neonat\w*|newborns?)\b/i.test(name);
  const isAdult = /\badults?\b/i.test(name);
  if (isAdult && (isChild || isNewborn)) return undefined;
  if (isNewborn) return 'neonatal';
  if (isChild) return 'pediatric';
  return isAdult ? 'adult' : undefined;
};

const isForChildren = (patients: Patients | undefined): boolean =>
  patients === 'pediatric' || patients === 'neonatal';

/** Quoted doses for patients other than the question's, without any indication next to them. */
const wrongPatients = (
  citation: JudgedCitation,
  { section, excerpt }: QuotedPart,
  asked: Patients,
): readonly number[] => {
  const written = writtenFor(citation);
  if (written === undefined || isForChildren(written) === isForChildren(asked)) return [];
  const label = isForChildren(written) ? childWords : adultWords;
  const named = isForChildren(written)
    ? /\b(?:pa?ediatrics?|child(?:ren)?|infants?|neonat\w*|newborns?)\b/i
    : /\badults?\b/i;
  if (named.test(citation.heading) || named.test(section)) return [];
  return quotedLines(excerpt).flatMap(({ line, text, heads, above }) => {
    const around = [text, ...heads, ...above].join('\n');
    return amount.test(text) && !label.test(around) && !bothWords.test(around) ? [line] : [];
  });
};

/** The faults in the citations of an answer, each with its place. */
export const findFaults = (
  citations: readonly JudgedCitation[],
  asked: Patients | undefined,
): readonly Fault[] =>
  citations.flatMap((citation) =>
    citation.parts.flatMap((part, index) => {
      const { n, source, parts } = citation;
      const { headless, bare } = tableFaults(part);
      const at = (kind: FaultKind, lines: readonly number[]): readonly Fault[] =>
        [...new Set(lines)].map((line) => ({ kind, n, passage: index + 1, line }));
      return [
        ...at('unfinished', unfinishedLines(part, parts[index + 1]?.excerpt, source)),
        ...at('headless cell', headless),
        ...at('bare number', [...bare, ...bareLines(part, source)]),
        ...at('wrong population', asked === undefined ? [] : wrongPatients(citation, part, asked)),
      ];
    }),
  );
