import type { Element } from 'domhandler';
import { decodeSymbolFont, symbolText } from '../markup/symbol-fonts.ts';
import { canBeRaised } from '../office/can-be-raised.ts';
import { type OfficeXml, walkElements } from '../office/office-xml.ts';
import type { RunPlace, RunPrint } from './run-styles.ts';

const styleNameIn = (xml: OfficeXml, properties: Element | undefined, name: string): string | undefined =>
  xml.attribute(xml.child(properties, name), 'w:val');

const parentNamed = (xml: OfficeXml, element: Element, name: string): Element | undefined => {
  let at = element.parent;
  while (at !== null && at.type === 'tag') {
    if (xml.nameOf(at) === name) return at;
    at = at.parent;
  }
  return undefined;
};

const setProperty = (xml: OfficeXml, run: Element, name: string, value: string): void => {
  const properties = xml.child(run, 'w:rPr') ?? xml.newElement('w:rPr');
  if (properties.parent !== run) xml.$(run).prepend(properties);
  for (const before of xml.children(properties, name)) xml.$(before).remove();
  xml.$(properties).append(xml.newElement(name, { 'w:val': value }));
};

const textOf = (xml: OfficeXml, run: Element): string =>
  xml
    .children(run, 'w:t')
    .map((text) => xml.$(text).text())
    .join('');

/** Replaces the characters of symbol fonts by the characters that they print. */
const writeSymbols = (xml: OfficeXml, run: Element, font: string | undefined): void => {
  for (const symbol of xml.children(run, 'w:sym')) {
    const text = symbolText(xml.attribute(symbol, 'w:font'), xml.attribute(symbol, 'w:char'));
    const element = xml.newElement('w:t', { 'xml:space': 'preserve' });
    xml.$(element).text(text);
    xml.$(symbol).replaceWith(element);
  }
  for (const element of xml.children(run, 'w:t')) {
    const written = xml.$(element).text();
    const printed = decodeSymbolFont(font, written);
    if (printed !== written) xml.$(element).text(printed);
  }
};

/** Counts the stretches that were left out because they are invisible. */
export type HiddenText = { readonly hidden: number };

/**
 * Rewrites the runs of a part so that the effect of their styles is direct: hidden runs are removed, struck, raised
 * and lowered ones are marked, and characters of symbol fonts become what they print.
 *
 * @returns the number of hidden stretches removed
 */
export const prepareRuns = (
  xml: OfficeXml,
  printOf: (xml: OfficeXml, place: RunPlace) => RunPrint,
): HiddenText => {
  const runs: Element[] = [];
  const hiddenRows: Element[] = [];
  walkElements(xml.root, (element) => {
    const name = xml.nameOf(element);
    if (name === 'w:tr') {
      const hidden = xml.child(xml.child(element, 'w:trPr'), 'w:hidden');
      const value = xml.attribute(hidden, 'w:val');
      if (hidden !== undefined && value !== '0' && value !== 'false' && value !== 'off') {
        hiddenRows.push(element);
        return false;
      }
    }
    if (name === 'w:r') runs.push(element);
    return true;
  });
  let hidden = hiddenRows.filter((row) => xml.$(row).text().trim() !== '').length;
  for (const row of hiddenRows) xml.$(row).remove();
  let afterHidden: Element | undefined;
  for (const run of runs) {
    const properties = xml.child(run, 'w:rPr');
    const paragraph = parentNamed(xml, run, 'w:p');
    const table = parentNamed(xml, run, 'w:tbl');
    const print = printOf(xml, {
      properties,
      paragraphStyle: styleNameIn(xml, xml.child(paragraph, 'w:pPr'), 'w:pStyle'),
      tableStyle: styleNameIn(xml, xml.child(table, 'w:tblPr'), 'w:tblStyle'),
    });
    // The delimiters of a field are invisible but needed to read it.
    if (print.isHidden && xml.child(run, 'w:fldChar') === undefined) {
      const isFurther = afterHidden !== undefined && afterHidden === paragraph;
      if (textOf(xml, run).trim() !== '' && !isFurther) hidden += 1;
      afterHidden = paragraph;
      xml.$(run).remove();
      continue;
    }
    afterHidden = undefined;
    writeSymbols(xml, run, print.font);
    if (print.isStruck) setProperty(xml, run, 'w:strike', '1');
    if (print.vertical !== undefined) setProperty(xml, run, 'w:vertAlign', print.vertical);
    else if (print.position !== 0 && canBeRaised(textOf(xml, run)))
      setProperty(xml, run, 'w:vertAlign', print.position > 0 ? 'superscript' : 'subscript');
  }
  return { hidden };
};
