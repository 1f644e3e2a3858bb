import type { Element } from 'domhandler';
import { builtInFormat } from '../office/number-format.ts';
import type { OfficeXml } from '../office/office-xml.ts';

/** The formatting of a cell. */
export type CellStyle = {
  /** The number format. */
  readonly pattern: string;
  readonly isStruck: boolean;
  readonly level: 'raised' | 'lowered' | undefined;
  readonly font: string | undefined;
};

export const plainStyle: CellStyle = {
  pattern: 'General',
  isStruck: false,
  level: undefined,
  font: undefined,
};

/** Returns the child elements with a local name: some programs write a prefix, most do not. */
export const elementsNamed = (element: Element | undefined, name: string): readonly Element[] =>
  (element?.children ?? []).flatMap((node) =>
    node.type === 'tag' && node.name.slice(node.name.indexOf(':') + 1) === name ? [node] : [],
  );

const isOn = (element: Element | undefined): boolean =>
  element !== undefined && !['0', 'false'].includes(element.attribs.val ?? '1');

/** Reads the cell styles of a workbook, in the order of the indices in cells (ECMA-376, part 1, 18.8). */
export const readCellStyles = (xml: OfficeXml | undefined): readonly CellStyle[] => {
  const section = (name: string): Element | undefined => elementsNamed(xml?.root, name)[0];
  const patterns = new Map(
    elementsNamed(section('numFmts'), 'numFmt').map(({ attribs }) => [
      Number(attribs.numFmtId),
      attribs.formatCode ?? 'General',
    ]),
  );
  const fonts = elementsNamed(section('fonts'), 'font').map((font) => {
    const vertical = elementsNamed(font, 'vertAlign')[0]?.attribs.val;
    return {
      isStruck: isOn(elementsNamed(font, 'strike')[0]),
      level:
        vertical === 'superscript'
          ? ('raised' as const)
          : vertical === 'subscript'
            ? ('lowered' as const)
            : undefined,
      font: elementsNamed(font, 'name')[0]?.attribs.val,
    };
  });
  return elementsNamed(section('cellXfs'), 'xf').map(({ attribs }) => {
    const id = Number(attribs.numFmtId ?? 0);
    return {
      ...plainStyle,
      ...fonts[Number(attribs.fontId ?? 0)],
      pattern: patterns.get(id) ?? builtInFormat(id),
    };
  });
};
