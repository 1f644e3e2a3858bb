import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { htmlToText } from '../html/html-to-text.ts';
import { createLeftOutCount, type LeftOutCount } from '../left-out-count.ts';
import { coreProperties } from '../office/core-properties.ts';
import { drawingParagraphHtml } from '../office/drawing-text.ts';
import { type OfficeXml, walkElements } from '../office/office-xml.ts';
import { parsePart } from '../office/parse-part.ts';
import { createPartTexts, type PartTexts } from '../office/part-texts.ts';
import { relatedPart, relationshipsOf } from '../office/relationships.ts';
import { type Parts, unpackParts } from '../office/unpack-parts.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { elementsNamed, readCellStyles } from './cell-styles.ts';
import { readSharedStrings } from './read-shared-strings.ts';
import { readWorksheet, type Workbook } from './read-worksheet.ts';
import { namedSheetText, type Sheet, sheetToText } from './sheet-to-text.ts';

/** Parses the rows that a sheet prints on every page: `Doses!$1:$2`. */
const repeatedRows = (definition: string): Sheet['repeated'] => {
  const found = /\$(\d{1,7}):\$(\d{1,7})\s*$/.exec(definition.slice(-40));
  return found === null ? undefined : { top: Number(found[1]) - 1, bottom: Number(found[2]) - 1 };
};

/** Returns the text of the boxes on a sheet. */
const boxesOf = (parts: Parts, name: string, count: LeftOutCount, texts: PartTexts): string => {
  const drawing = relatedPart(relationshipsOf(parts, name), 'drawing');
  if (drawing === undefined) return '';
  return texts.textOf(drawing, () => readBoxes(parsePart(parts, drawing), count)) ?? '';
};

const readBoxes = (xml: OfficeXml | undefined, count: LeftOutCount): string | undefined => {
  if (xml === undefined) return undefined;
  const paragraphs: string[] = [];
  walkElements(xml.root, (element) => {
    if (xml.nameOf(element) === 'a:p') paragraphs.push(drawingParagraphHtml(xml, element));
    return true;
  });
  const { text, leftOut } = htmlToText(paragraphs.map((html) => `<p>${html}</p>`).join(''));
  count.add(leftOut);
  return text;
};

/** Reads an Excel workbook: each sheet is a page, with its tables as shown. */
export const readXlsx = async (bytes: Uint8Array, limits: ExtractionLimits): Promise<ExtractedDocument> => {
  const parts = await unpackParts(bytes, limits, {
    isKind: (names) => names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/')),
    damaged: 'file_damaged',
  });
  const main = relatedPart(relationshipsOf(parts, ''), 'officeDocument') ?? 'xl/workbook.xml';
  const xml = parsePart(parts, main);
  if (xml === undefined) throw unreadableFile('file_damaged', { part: main });
  const relationships = relationshipsOf(parts, main);
  const count = createLeftOutCount();
  const texts = createPartTexts(count);
  const date1904 = elementsNamed(xml.root, 'workbookPr')[0]?.attribs.date1904 ?? '0';
  const stringsPart = relatedPart(relationships, 'sharedStrings');
  const workbook: Workbook = {
    strings: readSharedStrings(stringsPart === undefined ? undefined : parts.get(stringsPart)),
    styles: readCellStyles(parsePart(parts, relatedPart(relationships, 'styles'))),
    from1904: date1904 === '1' || date1904 === 'true',
    count,
  };
  const repeated = new Map(
    elementsNamed(elementsNamed(xml.root, 'definedNames')[0], 'definedName')
      .filter(({ attribs }) => attribs.name === '_xlnm.Print_Titles')
      .map((name) => [name.attribs.localSheetId ?? '', repeatedRows(xml.$(name).text())]),
  );
  const sheets = elementsNamed(elementsNamed(xml.root, 'sheets')[0], 'sheet');
  if (sheets.length > limits.maxPages)
    throw unreadableFile('too_many_pages', { pages: sheets.length, limit: limits.maxPages });
  const textOf = (index: number, { name = '', state = 'visible', id = '' }): string => {
    const target = relationships.get(id)?.target ?? '';
    const part = parts.get(target);
    if (part === undefined) return '';
    if (state !== 'visible') {
      texts.textOf(`hidden ${target}`, () => {
        const { rows } = readWorksheet(part, { ...workbook, count: createLeftOutCount() });
        count.hide(rows.size > 0 ? 1 : 0);
        return '';
      });
      return '';
    }
    // A workbook lists each sheet once; a small file could otherwise unpack to any size.
    const all = texts.textOf(target, () => {
      const text = sheetToText({ ...readWorksheet(part, workbook), repeated: repeated.get(String(index)) });
      return [text, boxesOf(parts, target, count, texts)].filter((one) => one !== '').join('\n\n');
    });
    return namedSheetText(name, all ?? '');
  };
  const pages = sheets.map(({ attribs }, index) => {
    const id = Object.entries(attribs).find(([key]) => key.endsWith(':id'))?.[1];
    return {
      page: index + 1,
      text: textOf(index, { name: attribs.name, state: attribs.state, id }),
      readBy: 'native' as const,
    };
  });
  return { pages, ...coreProperties(parts), leftOut: count.result() };
};
