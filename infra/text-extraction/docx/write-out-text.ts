import type { Element } from 'domhandler';
import type { ListReference } from './count-lists.ts';
import { mathToText } from './math-to-text.ts';
import { type OfficeXml, walkElements } from './office-xml.ts';

/** What stands around text without being any: fields, directions of writing, and what a reading aid is for. */
const wrappers: ReadonlySet<string | undefined> = new Set([
  'w:fldSimple',
  'w:dir',
  'w:bdo',
  'w:ruby',
  'w:rubyBase',
]);
/** What nobody sees any more. */
const removed: ReadonlySet<string | undefined> = new Set(['w:del', 'w:moveFrom', 'mc:Choice', 'w:rt']);

const collect = (root: Element, wanted: (element: Element) => boolean): readonly Element[] => {
  const found: Element[] = [];
  walkElements(root, (element) => {
    if (wanted(element)) found.push(element);
    return true;
  });
  return found;
};

/** Puts the paragraphs of text boxes behind the paragraph that they are anchored in. */
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
    return !found && (element === root || !removed.has(name));
  });
  return found;
};

/**
 * Of alternatives the plainest is read. Where only a newer one has text, such as a text box without a form for older
 * programs, its paragraphs take the place of it.
 */
const chooseAlternatives = (xml: OfficeXml): void => {
  // From the last to the first, so that boxes of one paragraph keep their order behind it.
  for (const element of collect(xml.root, (one) => xml.nameOf(one) === 'mc:AlternateContent').toReversed()) {
    const fallback = xml.child(element, 'mc:Fallback');
    const choice = xml.child(element, 'mc:Choice');
    if ((fallback !== undefined && hasText(xml, fallback)) || choice === undefined) continue;
    if (!hasText(xml, choice)) continue;
    const boxes = collect(choice, (one) => xml.nameOf(one) === 'w:txbxContent');
    if (boxes.length > 0) liftTextBoxes(xml, element, boxes);
    else xml.$(element).replaceWith(xml.$(choice).contents());
  }
  // What only new programs read has no alternative at all.
  const drawings: Element[] = [];
  walkElements(xml.root, (element) => {
    if (xml.nameOf(element) === 'w:drawing') drawings.push(element);
    return xml.nameOf(element) !== 'mc:AlternateContent' && xml.nameOf(element) !== 'w:drawing';
  });
  for (const drawing of drawings.toReversed()) {
    const boxes = collect(drawing, (one) => xml.nameOf(one) === 'w:txbxContent');
    if (boxes.length > 0) liftTextBoxes(xml, drawing, boxes);
  }
};

/** Ends of lines and jumps to a place on the line that the reader behind this one would pass over. */
const plainBreaks: ReadonlyMap<string | undefined, string> = new Map([
  ['w:cr', 'br'],
  ['w:ptab', 'tab'],
]);

const writeBreaks = (xml: OfficeXml): void => {
  walkElements(xml.root, (element) => {
    const plain = plainBreaks.get(xml.nameOf(element));
    if (plain !== undefined) element.name = element.name.replace(/[^:]*$/, plain);
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
    ...(numId === undefined ? {} : { numId }),
    ...(Number.isSafeInteger(level) ? { level } : {}),
    ...(style === undefined ? {} : { style }),
  };
};

const writeLabels = (xml: OfficeXml, labelOf: (reference: ListReference) => string | undefined): void => {
  const { root, nameOf, child } = xml;
  /** Paragraphs whose end is deleted run on into the next one, whose label then stands before them all. */
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
 * Changes a part of a Word document so that all a person reads in it is plain text: the marks of lists, results of
 * fields, formulas, and text boxes that only newer programs show. The part is changed in place.
 */
export const writeOutText = (
  xml: OfficeXml,
  labelOf: (reference: ListReference) => string | undefined,
): void => {
  chooseAlternatives(xml);
  writeFormulas(xml);
  writeBreaks(xml);
  unwrapAll(xml, wrappers);
  writeLabels(xml, labelOf);
};
