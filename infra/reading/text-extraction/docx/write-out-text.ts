import type { Element } from 'domhandler';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import { mathToText } from '../office/math-to-text.ts';
import { type OfficeXml, walkElements } from '../office/office-xml.ts';
import type { ListReference } from './count-lists.ts';

/** Elements around text that are not text: fields, writing directions, and the base of ruby text. */
const wrappers: ReadonlySet<string | undefined> = new Set([
  'w:fldSimple',
  'w:dir',
  'w:bdo',
  'w:ruby',
  'w:rubyBase',
]);
/** Elements that Word does not display. */
const removed: ReadonlySet<string | undefined> = new Set(['w:del', 'w:moveFrom', 'w:rt']);

const collect = (root: Element, wanted: (element: Element) => boolean): readonly Element[] => {
  const found: Element[] = [];
  walkElements(root, (element) => {
    if (wanted(element)) found.push(element);
    return true;
  });
  return found;
};

const anchorsOfBoxes: ReadonlySet<string | undefined> = new Set(['w:drawing', 'w:pict', 'w:object']);

/** Moves the paragraphs of text boxes after the paragraph that anchors them. */
const liftTextBoxes = (xml: OfficeXml, anchor: Element, boxes: readonly Element[]): void => {
  const paragraph = xml
    .$(anchor)
    .parents()
    .get()
    .find((one) => xml.nameOf(one) === 'w:p');
  const content = boxes.flatMap((box) => box.children);
  if (paragraph === undefined) xml.$(anchor).replaceWith(content);
  else {
    xml.$(paragraph).after(content);
    xml.$(anchor).remove();
  }
};

const hasText = (xml: OfficeXml, root: Element): boolean => {
  let found = false;
  walkElements(root, (element) => {
    const name = xml.nameOf(element);
    found ||= name === 'w:sym' || ((name === 'w:t' || name === 'm:t') && xml.$(element).text().trim() !== '');
    return !found && !removed.has(name);
  });
  return found;
};

/** Keeps, of alternatives, the one for the oldest programs, unless only a newer one has text. */
const chooseAlternatives = (xml: OfficeXml): void => {
  const { $, child } = xml;
  const alternatives = collect(xml.root, (one) => xml.nameOf(one) === 'mc:AlternateContent');
  for (const element of alternatives.toReversed()) {
    const fallback = child(element, 'mc:Fallback');
    const kept =
      fallback !== undefined && hasText(xml, fallback)
        ? fallback
        : xml.children(element, 'mc:Choice').find((choice) => hasText(xml, choice));
    if (kept === undefined) $(element).remove();
    else $(element).replaceWith($(kept).contents());
  }
};

/** Lifts all text boxes: mammoth supports them in some shapes only, and not in newer drawings. */
const liftAllTextBoxes = (xml: OfficeXml): void => {
  const anchors: Element[] = [];
  walkElements(xml.root, (element) => {
    const isAnchor = anchorsOfBoxes.has(xml.nameOf(element));
    if (isAnchor) anchors.push(element);
    return !isAnchor;
  });
  // In reverse, so that the boxes of one paragraph keep their order after it.
  for (const anchor of anchors.toReversed()) {
    const boxes = collect(anchor, (one) => xml.nameOf(one) === 'w:txbxContent');
    if (boxes.length > 0) liftTextBoxes(xml, anchor, boxes);
  }
};

/** Line ends and tabs that mammoth would skip, by the element that it reads. */
const plainBreaks: ReadonlyMap<string | undefined, string> = new Map([
  ['w:cr', 'br'],
  ['w:ptab', 'tab'],
]);

const writeBreaks = (xml: OfficeXml): void => {
  walkElements(xml.root, (element) => {
    const plain = plainBreaks.get(xml.nameOf(element));
    if (plain !== undefined) element.name = element.name.replace(/(?<![^:])[^:]*$/, plain);
    return true;
  });
};

const unwrapAll = (xml: OfficeXml, names: ReadonlySet<string | undefined>): void => {
  for (const element of collect(xml.root, (one) => names.has(xml.nameOf(one))))
    xml.$(element).replaceWith(xml.$(element).contents());
};

const writeFormulas = (xml: OfficeXml): void => {
  const formulas: Element[] = [];
  walkElements(xml.root, (element) => {
    const isFormula = xml.nameOf(element) === 'm:oMath';
    if (isFormula) formulas.push(element);
    return !isFormula;
  });
  for (const formula of formulas) xml.$(formula).replaceWith(xml.newRun(mathToText(xml, formula)));
  unwrapAll(xml, new Set(['m:oMathPara']));
};

const referenceOf = (xml: OfficeXml, properties: Element | undefined): ListReference => {
  const numbers = xml.child(properties, 'w:numPr');
  const numId = xml.attribute(xml.child(numbers, 'w:numId'), 'w:val');
  const level = Number(xml.attribute(xml.child(numbers, 'w:ilvl'), 'w:val') ?? Number.NaN);
  const style = xml.attribute(xml.child(properties, 'w:pStyle'), 'w:val');
  return {
    ...omitUndefined({ numId }),
    ...(Number.isSafeInteger(level) ? { level } : {}),
    ...omitUndefined({ style }),
  };
};

const writeLabels = (xml: OfficeXml, labelOf: (reference: ListReference) => string | undefined): void => {
  const { root, nameOf, child } = xml;
  /** A paragraph whose end is deleted continues in the next one, whose label then precedes both. */
  let start: Element | undefined;
  const labels: (readonly [Element, string])[] = [];
  walkElements(root, (element) => {
    const name = nameOf(element);
    if (removed.has(name)) return false;
    if (name === 'w:tr' && child(child(element, 'w:trPr'), 'w:del') !== undefined) return false;
    if (name !== 'w:p') return true;
    const properties = child(element, 'w:pPr');
    const mark = child(properties, 'w:rPr');
    if (child(mark, 'w:moveFrom') !== undefined) return true;
    if (child(mark, 'w:del') !== undefined) {
      start ??= element;
      return true;
    }
    const label = labelOf(referenceOf(xml, properties));
    if (label !== undefined && (hasText(xml, element) || (start !== undefined && hasText(xml, start))))
      labels.push([start ?? element, label]);
    start = undefined;
    return true;
  });
  for (const [paragraph, label] of labels) {
    const run = xml.newRun(`${label} `);
    const properties = child(paragraph, 'w:pPr');
    if (properties === undefined) xml.$(paragraph).prepend(run);
    else xml.$(properties).after(run);
  }
};

/**
 * Rewrites a part of a Word document in place so that everything a person reads in it is plain text: list labels,
 * field results, formulas, and text boxes.
 */
export const writeOutText = (
  xml: OfficeXml,
  labelOf: (reference: ListReference) => string | undefined,
): void => {
  chooseAlternatives(xml);
  liftAllTextBoxes(xml);
  writeFormulas(xml);
  writeBreaks(xml);
  unwrapAll(xml, wrappers);
  writeLabels(xml, labelOf);
};
