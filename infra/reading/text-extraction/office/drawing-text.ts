import type { Element } from 'domhandler';
import { repeatedLetterNumber, romanNumber } from '../list-number.ts';
import { type Block, type Cell, escapeHtml, spanHtml, tableHtml } from '../markup/html-writing.ts';
import { mathToText } from './math-to-text.ts';
import type { OfficeXml } from './office-xml.ts';

/** Formats a number by `a:buAutoNum` (ECMA-376, part 1, 20.1.10.61), which sets its form and the signs around it. */
const numbered = (type: string, value: number): string => {
  const count = (): string => {
    if (type.startsWith('alphaLc')) return repeatedLetterNumber(value);
    if (type.startsWith('alphaUc')) return repeatedLetterNumber(value).toUpperCase();
    if (type.startsWith('romanLc')) return romanNumber(value);
    if (type.startsWith('romanUc')) return romanNumber(value).toUpperCase();
    return String(value);
  };
  if (type.endsWith('ParenBoth')) return `(${count()})`;
  if (type.endsWith('ParenR')) return `${count()})`;
  return type.endsWith('Plain') ? count() : `${count()}.`;
};

/** True for the field of the slide number, which the program writes and not the author. */
const isSlideNumber = (xml: OfficeXml, field: Element): boolean =>
  xml.attribute(field, 'type')?.toLowerCase() === 'slidenum';

const runHtml = (xml: OfficeXml, run: Element): string => {
  const properties = xml.child(run, 'a:rPr');
  const strike = xml.attribute(properties, 'strike') ?? 'noStrike';
  const baseline = Number.parseInt(xml.attribute(properties, 'baseline') ?? '0', 10);
  const font = xml.child(properties, 'a:sym') ?? xml.child(properties, 'a:latin');
  return spanHtml({
    text: xml
      .children(run, 'a:t')
      .map((text) => xml.$(text).text())
      .join(''),
    isStruck: strike !== 'noStrike',
    level: baseline > 0 ? 'raised' : baseline < 0 ? 'lowered' : undefined,
    font: xml.attribute(font, 'typeface'),
  });
};

/** Writes a DrawingML paragraph (`a:p`) as HTML. */
export const drawingParagraphHtml = (xml: OfficeXml, paragraph: Element): string =>
  paragraph.children
    .map((node) => {
      if (node.type !== 'tag') return '';
      const name = xml.nameOf(node);
      if (name === 'a:r') return runHtml(xml, node);
      if (name === 'a:fld') return isSlideNumber(xml, node) ? '' : runHtml(xml, node);
      if (name === 'a:br') return '<br>';
      if (name === 'a14:m' || name === 'mc:AlternateContent') {
        const formulas = xml
          .$(node)
          .find('*')
          .get()
          .filter((one) => xml.nameOf(one) === 'm:oMath');
        return escapeHtml(formulas.map((formula) => mathToText(xml, formula)).join(' '));
      }
      return '';
    })
    .join('');

/** `isListed` when paragraphs without a bullet setting are list items, as in the body of a slide. */
type Usual = { readonly isListed: boolean };

/** Reads the paragraphs of a text body (`p:txBody`, `a:txBody`). */
export const drawingBlocks = (
  xml: OfficeXml,
  body: Element | undefined,
  { isListed }: Usual,
): readonly Block[] => {
  const counts = new Map<number, { readonly type: string; value: number }>();
  return xml.children(body, 'a:p').flatMap((paragraph): readonly Block[] => {
    const html = drawingParagraphHtml(xml, paragraph);
    if (html.replaceAll('<br>', '').trim() === '') return [];
    const properties = xml.child(paragraph, 'a:pPr');
    const level = Number.parseInt(xml.attribute(properties, 'lvl') ?? '0', 10) || 0;
    for (const deeper of counts.keys()) if (deeper > level) counts.delete(deeper);
    const auto = xml.child(properties, 'a:buAutoNum');
    if (auto !== undefined) {
      const type = xml.attribute(auto, 'type') ?? 'arabicPeriod';
      const start = Number.parseInt(xml.attribute(auto, 'startAt') ?? '1', 10) || 1;
      const before = counts.get(level);
      const value = before?.type === type ? before.value + 1 : start;
      counts.set(level, { type, value });
      return [{ html, item: { level, label: numbered(type, value) } }];
    }
    counts.delete(level);
    const hasMark =
      xml.child(properties, 'a:buChar') !== undefined || xml.child(properties, 'a:buBlip') !== undefined;
    const isItem = hasMark || (isListed && xml.child(properties, 'a:buNone') === undefined);
    return [isItem ? { html, item: { level } } : { html }];
  });
};

const spanOf = (xml: OfficeXml, cell: Element, name: string): number =>
  Math.max(1, Number.parseInt(xml.attribute(cell, name) ?? '1', 10) || 1);

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Writes a DrawingML table (`a:tbl`) as HTML. */
export const drawingTableHtml = (xml: OfficeXml, table: Element): string => {
  const rows = xml.children(table, 'a:tr').map((row) =>
    xml.children(row, 'a:tc').flatMap((cell): readonly Cell[] => {
      if (isOn(xml.attribute(cell, 'hMerge')) || isOn(xml.attribute(cell, 'vMerge'))) return [];
      const paragraphs = xml.children(xml.child(cell, 'a:txBody'), 'a:p');
      return [
        {
          html: paragraphs.map((paragraph) => drawingParagraphHtml(xml, paragraph)).join('<br>'),
          columns: spanOf(xml, cell, 'gridSpan'),
          rows: spanOf(xml, cell, 'rowSpan'),
        },
      ];
    }),
  );
  const hasHead = isOn(xml.attribute(xml.child(table, 'a:tblPr'), 'firstRow'));
  return tableHtml(rows, hasHead ? 1 : 0);
};
