import { eachQuantity } from '../../clinical-text/parse-quantities.ts';
import type { Quantity } from '../../clinical-text/quantity.ts';
import { endsUnfinished } from '../../language/ends-unfinished.ts';

/** The mark of an item of a list. */
export const bullet = /^[•▪◦●○◊❖]\s/;
/** A line this long that ends without a mark was probably wrapped by the page. */
export const minWrappedLength = 60;
/** A label in capitals followed by the first entry of its list, as in scope-of-practice bars: "EMT • Give oxygen". */
const beside = /^([A-Z][A-Z/&-]{1,14}(?: [A-Z][A-Z/&-]{1,14}){0,3})\s+([•▪◦●○◊❖]\s.*)$/;
const longestLabel = 50;
/** The same for a line after a gap, which cannot be the rest of a wrapped item. */
const longestApart = 90;
/** Longer lines above a list are a separate paragraph. */
const longestLead = 250;
const longestBoxName = 90;
/** A word that would have fitted on the previous line with this much space to spare was not wrapped. */
const roomOfWrapped = 3;
const marker = /^(?:#{1,6}\s|\||[•▪◦●○◊❖*–-]\s|\(?(?:\d{1,2}|[A-Za-z]|[IVX]{2,5})[.)](?:\s|$))/;
/** Ages and times also occur in labels: "Under 2 years", "After 5 minutes". */
const inLabels: ReadonlySet<Quantity['kind']> = new Set([
  'count',
  'time',
  'frequency',
  'fold',
  'length',
  'rate',
]);
const namesMeasure = (text: string): boolean =>
  /\p{N}/u.test(text) && eachQuantity(text).some(({ kind }) => !inLabels.has(kind));

/** The name of a box, whatever its content: "Box A: Drugs and doses". */
const boxName = /^(?:box|panel)\s+[A-Z\d]{1,3}\s?[:.–-]\s?\S/i;
/** A word between two alternatives names neither. */
const joining = /^(?:or|and|then|plus|if|with|and\/or)$/i;

/** Levels of clinicians: the text under one is not part of a list of exclusions above it. */
const level =
  /^(?:all (?:levels|providers)|emrs?|emts?(?:-[bip])?|a-?emts?|basics?|intermediates?|advanced|paramedics?|medics?|bls|ils|als|lals|cct|mica|icp|acp|pcp|ccp|ecas?|technicians?|nurses?|rns?|physicians?)(?:[ /&-]+(?:emrs?|emts?|aemts?|paramedics?|bls|ils|als|only|care|level))*:?$/i;

/** Whether a label names a level of clinicians, as "EMT" or "PARAMEDIC". */
export const namesLevel = (text: string): boolean => level.test(text);

/** The label and the first entry of a line that has both. */
export const splitInlineLabel = (text: string): readonly string[] => {
  const [, label, entry] = beside.exec(text) ?? [];
  return label === undefined || entry === undefined ? [text] : [label, entry];
};

/** A condition for the lines below is not the name of a section. */
const condition = /^(?:if|when|where|once|unless|after)\b/i;

/** Whether a line states the condition of the list below it: "If abnormal" under the name of a section. */
export const statesCondition = (text: string): boolean => condition.test(text);

/** Whether a line looks like the name of a list: short, with an initial capital, and not a sentence. */
export const couldBeLabel = (text: string, longest = longestLabel): boolean =>
  text.length > 0 &&
  text.length <= longest &&
  /^\p{Lu}/u.test(text) &&
  !marker.test(text) &&
  !/[.:;,!?]$/.test(text) &&
  !joining.test(text) &&
  !endsUnfinished(text) &&
  !namesMeasure(text);

/** Whether the first word of a line would have fitted on the line above: then the line was not wrapped. */
export const fitsOnLineAbove = (before: string, line: string, longest: number): boolean =>
  before.length + 1 + (line.split(' ', 1)[0] ?? '').length + roomOfWrapped <= longest;

/**
 * The lines that name the bullet list right below them, as "Croup" between two lists. The last words of a wrapped
 * bullet look the same, but would not have fitted on the previous line.
 *
 * @param texts lines of a document, empty ones where a paragraph ends
 */
export const listLabels = (texts: readonly string[]): ReadonlySet<number> => {
  const labels = new Set<number>();
  let from = 0;
  for (let at = 0; at <= texts.length; at += 1) {
    if (at < texts.length && texts[at] !== '') continue;
    const run = texts.slice(from, at);
    const longest = run.reduce((most, text) => Math.max(most, text.startsWith('|') ? 0 : text.length), 0);
    run.forEach((text, index) => {
      const before = run[index - 1];
      if (boxName.test(text) && text.length <= longestBoxName) labels.add(from + index);
      const isApart = before === undefined || before.startsWith('#');
      if (!bullet.test(run[index + 1] ?? '')) return;
      if (!couldBeLabel(text, isApart && !condition.test(text) ? longestApart : longestLabel)) return;
      const hadRoom =
        isApart ||
        (!/[:,]$/.test(before) && !endsUnfinished(before) && fitsOnLineAbove(before, text, longest));
      if (hadRoom) labels.add(from + index);
    });
    from = at + 1;
  }
  return labels;
};

/**
 * The lines of the paragraphs that introduce the bullets right below them without a colon: "If abnormal, with chest
 * pain or weakness" above the steps for that case.
 */
export const listIntroductions = (texts: readonly string[]): ReadonlySet<number> => {
  const leading = new Set<number>();
  let from = 0;
  texts.forEach((text, at) => {
    if (text === '' || /^(?:#|\|)/.test(text)) from = at + 1;
    if (!bullet.test(texts[at + 1] ?? '') || at < from) return;
    const run = texts.slice(from, at + 1);
    const length = run.reduce((sum, line) => sum + line.length, 0);
    const isLead = length <= longestLead && !run.some((line) => marker.test(line)) && !/[.;!?]$/.test(text);
    if (isLead) for (let line = from; line <= at; line += 1) leading.add(line);
  });
  return leading;
};
