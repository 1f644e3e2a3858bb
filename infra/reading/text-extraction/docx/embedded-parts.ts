import type { Element } from 'domhandler';
import { loadHtml } from '../html/load-html.ts';
import type { LeftOutCount } from '../left-out-count.ts';
import { blocksHtml, escapeHtml } from '../markup/html-writing.ts';
import { type OfficeXml, walkElements } from '../office/office-xml.ts';
import { parsePart } from '../office/parse-part.ts';
import { createPartTexts } from '../office/part-texts.ts';
import { chartHtml } from '../office/read-chart.ts';
import { diagramBlocks } from '../office/read-diagram.ts';
import type { Relationship } from '../office/relationships.ts';
import type { Parts } from '../office/unpack-parts.ts';
import { rtfToHtml } from '../rtf/rtf-to-html.ts';
import { decodeText } from '../text/decode-text.ts';

/** Placeholder for a part that is converted to HTML. U+FDD0 is a noncharacter, which no real text contains. */
const mark = (index: number): string => `\uFDD0${index}\uFDD0`;

/** Content that appears in the text but is stored in separate parts. */
export type EmbeddedParts = {
  /** Puts a placeholder where each readable part appears, and counts the unreadable ones. */
  readonly markIn: (xml: OfficeXml, relationships: ReadonlyMap<string, Relationship>) => void;
  /** Replaces the placeholders by the content of their parts. */
  readonly putInto: (html: string) => string;
};

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns an attribute by its local name. */
const attributeOf = ({ attribs }: Element, name: string): string =>
  Object.entries(attribs).find(([key]) => key.includes(':') && local(key) === name)?.[1] ?? '';

/** Converts a text in another format that Word imports when it opens the document (ECMA-376, part 1, 17.17.2.1). */
const chunkHtml = (name: string, part: Uint8Array, count: LeftOutCount): string | undefined => {
  if (/\.x?html?$/i.test(name)) {
    const $ = loadHtml(decodeText(part, true));
    const styles = $('style')
      .get()
      .map((style) => `<style>${$(style).text()}</style>`);
    return [...styles, $('body').html() ?? ''].join('\n');
  }
  if (/\.rtf$/i.test(name)) return rtfToHtml(Buffer.from(part).toString('latin1'), count).html;
  if (/\.txt$/i.test(name))
    return decodeText(part)
      .split(/\r\n?|\n/)
      .map((line) => `<p>${escapeHtml(line)}</p>`)
      .join('\n');
  return undefined;
};

export const createEmbeddedParts = (parts: Parts, count: LeftOutCount): EmbeddedParts => {
  const written: string[] = [];
  const texts = createPartTexts(count);
  const htmlOf = (element: Element, relationships: ReadonlyMap<string, Relationship>): string | undefined => {
    const kind = local(element.name);
    const id = attributeOf(element, kind === 'relIds' ? 'dm' : 'id');
    const name = relationships.get(id)?.target ?? '';
    return texts.textOf(name, () => {
      const part = parts.get(name);
      if (part === undefined) return undefined;
      if (kind === 'altChunk') return chunkHtml(name, part, count);
      const xml = parsePart(parts, name);
      if (xml === undefined) return undefined;
      return kind === 'chart' ? chartHtml(xml) : blocksHtml(diagramBlocks(xml));
    });
  };
  const place = (xml: OfficeXml, element: Element, html: string): void => {
    const paragraph = xml.newElement('w:p');
    xml.$(paragraph).append(xml.newRun(mark(written.push(html) - 1)));
    if (local(element.name) === 'altChunk') {
      xml.$(element).replaceWith(paragraph);
      return;
    }
    // A drawing is inside a paragraph: the placeholder goes after that paragraph.
    const around = xml
      .$(element)
      .parents()
      .get()
      .find((one) => xml.nameOf(one) === 'w:p');
    if (around !== undefined) xml.$(around).after(paragraph);
  };
  return {
    markIn: (xml, relationships) => {
      const found: Element[] = [];
      walkElements(xml.root, (element) => {
        const name = local(element.name);
        const isEmbedded =
          xml.nameOf(element) === 'w:altChunk' ||
          (name === 'relIds' && attributeOf(element, 'dm') !== '') ||
          (name === 'chart' && attributeOf(element, 'id') !== '');
        if (isEmbedded) found.push(element);
        else if (name === 'OLEObject') count.miss();
        return !isEmbedded;
      });
      for (const element of found.toReversed()) {
        const html = htmlOf(element, relationships);
        if (html === undefined) count.miss();
        else if (html.trim() !== '') place(xml, element, html);
      }
    },
    putInto: (html) =>
      html
        .replace(/<p>\uFDD0(\d+)\uFDD0<\/p>/g, (_, index: string) => written[Number(index)] ?? '')
        .replace(/\uFDD0(\d+)\uFDD0/g, (_, index: string) => written[Number(index)] ?? ''),
  };
};
