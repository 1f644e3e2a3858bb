import type { Element } from 'domhandler';
import { type OfficeXml, walkElements } from '../office/office-xml.ts';
import { eqFieldText } from './eq-field.ts';

type Field = { instruction: string; isCode: boolean };

const textOf = (xml: OfficeXml, run: Element, name: string): string =>
  xml
    .children(run, name)
    .map((text) => xml.$(text).text())
    .join('');

/** Inserts after each EQ field what it prints: Word draws the result and stores no text for it. */
export const writeEqFields = (xml: OfficeXml): void => {
  const results: (readonly [behind: Element, text: string])[] = [];
  const open: Field[] = [];
  walkElements(xml.root, (element) => {
    const name = xml.nameOf(element);
    if (name === 'w:fldSimple') {
      const text = eqFieldText(xml.attribute(element, 'w:instr') ?? '');
      if (text !== undefined) results.push([element, text]);
    }
    if (name !== 'w:r') return true;
    const field = open.at(-1);
    if (field?.isCode === true) field.instruction += textOf(xml, element, 'w:instrText');
    for (const mark of xml.children(element, 'w:fldChar')) {
      const type = xml.attribute(mark, 'w:fldCharType');
      if (type === 'begin') open.push({ instruction: '', isCode: true });
      else if (type === 'separate') {
        const last = open.at(-1);
        if (last !== undefined) last.isCode = false;
      } else if (type === 'end') {
        const text = eqFieldText(open.pop()?.instruction ?? '');
        if (text !== undefined) results.push([element, text]);
      }
    }
    return false;
  });
  for (const [behind, text] of results) xml.$(behind).after(xml.newRun(text));
};
