import { posix } from 'node:path';
import type { Element } from 'domhandler';
import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import type { PictureDrawing } from '../embedded-pictures/draw-found-pictures.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { definedProperties, property } from '../file-property.ts';
import { htmlToText } from '../html/html-to-text.ts';
import { createLeftOutCount } from '../left-out-count.ts';
import { type OfficeXml, walkElements } from '../office/office-xml.ts';
import { parsePart } from '../office/parse-part.ts';
import { type Parts, unpackParts } from '../office/unpack-parts.ts';
import { drawPagePictures, type PictureSheet } from '../page-pictures/draw-page-pictures.ts';
import { decodeText } from '../text/decode-text.ts';
import { unreadableFile } from '../unreadable-file.ts';

const containerPart = 'META-INF/container.xml';
const isText = (name: string): boolean => /\.(?:xml|opf|ncx|x?html?|css)$/i.test(name);

const local = ({ name }: Element): string => name.slice(name.indexOf(':') + 1);

/** Returns the elements with a local name, in the order of the part. */
const named = (xml: OfficeXml, name: string): readonly Element[] => {
  const found: Element[] = [];
  walkElements(xml.root, (element) => {
    if (local(element) === name) found.push(element);
    return true;
  });
  return found;
};

const addressOf = (base: string, href: string): string => {
  const path = href.split('#', 1)[0] ?? '';
  try {
    return posix.normalize(posix.join(posix.dirname(base), decodeURIComponent(path)));
  } catch {
    return posix.normalize(posix.join(posix.dirname(base), path));
  }
};

/** Returns true when chapters are encrypted. Obfuscated fonts, which are common, do not count. */
const isEncrypted = (parts: Parts, chapters: readonly string[]): boolean => {
  const xml = parsePart(parts, 'META-INF/encryption.xml');
  if (xml === undefined) return false;
  const names = named(xml, 'CipherReference').map(({ attribs }) => addressOf('', attribs.URI ?? ''));
  return names.some((name) => chapters.includes(name));
};

/**
 * Closes self-closing elements, which only XML allows: the HTML parser would leave them open. Void elements stay as
 * they are.
 */
const closeElements = (xhtml: string): string =>
  xhtml.replace(
    /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\b)([A-Za-z][\w:-]{0,40})((?:\s[^<>]{0,2000})?)\/>/g,
    '<$1$2></$1>',
  );

/** Most style sheets of a chapter to read, and most bytes of them: fonts within style sheets take megabytes. */
const mostSheets = 20;
const mostStyleBytes = 8 * 1024 * 1024;
/** Most bytes of style sheets of all chapters together: 600 chapters with 300 KB each need a third. */
const mostStyleBytesOfBook = 512 * 1024 * 1024;

/** Returns the style sheets that a chapter links, each once. */
const linkedSheets = (parts: Parts, name: string, html: string): readonly Uint8Array[] => {
  const links = [...html.matchAll(/<link\b[^<>]{0,1000}>/gi)].slice(0, mostSheets);
  const linked = links.flatMap(([link]) => {
    const href = /\bhref\s{0,5}=\s{0,5}["']([^"'<>]{1,500})["']/i.exec(link)?.[1];
    return href === undefined || !/stylesheet/i.test(link) ? [] : [addressOf(name, href)];
  });
  return [...new Set(linked)].flatMap((sheet) => parts.get(sheet) ?? []);
};

/**
 * Inlines the style sheets of the chapters of one book: they decide which text is visible.
 *
 * @throws Failure `expands_too_much`
 */
const createStyling = (parts: Parts) => {
  let bytesOfBook = 0;
  return (name: string, html: string): string => {
    const found = linkedSheets(parts, name, html);
    const bytes = found.reduce((sum, { length }) => sum + length, 0);
    bytesOfBook += bytes;
    if (bytes > mostStyleBytes || bytesOfBook > mostStyleBytesOfBook)
      throw unreadableFile('expands_too_much');
    const sheets = found.map((part) => Buffer.from(part).toString('utf8').replaceAll('</', ''));
    return sheets.length === 0
      ? html
      : html.replace(/<\/head>/i, () => `<style>${sheets.join('\n')}</style></head>`);
  };
};

/** Returns a chapter without its style sheets; empty when it is missing. */
const bareChapter = (parts: Parts, name: string): string => {
  const part = parts.get(name);
  return part === undefined || part.length === 0 ? '' : closeElements(decodeText(part, true));
};

/** Reads the metadata of the book (EPUB 3.3, 5.5). */
const metadataOf = (book: OfficeXml): Pick<ExtractedDocument, 'title' | 'authors' | 'properties'> => {
  const texts = (name: string): readonly string[] =>
    named(book, name).flatMap((element) => property(book.$(element).text()) ?? []);
  const [title] = texts('title');
  const authors = texts('creator');
  return {
    ...(title === undefined ? {} : { title }),
    ...(authors.length === 0 ? {} : { authors }),
    properties: definedProperties({
      title,
      authors: [...authors],
      publisher: texts('publisher')[0],
      published: texts('date')[0],
      remarks: [...texts('identifier'), ...texts('subject')],
    }),
  };
};

/** Reads an e-book: each chapter file is a page. */
export const readEpub = async (
  bytes: Uint8Array,
  limits: ExtractionLimits,
  drawing?: PictureDrawing,
): Promise<ExtractedDocument> => {
  const parts = await unpackParts(bytes, limits, {
    isKind: (names) => names.includes(containerPart),
    isText,
    damaged: 'file_damaged',
  });
  const container = parsePart(parts, containerPart);
  const main = container && named(container, 'rootfile')[0]?.attribs['full-path'];
  const book = parsePart(parts, main);
  if (book === undefined || main === undefined) throw unreadableFile('file_damaged');
  const items = new Map(
    named(book, 'item').map(({ attribs }) => [
      attribs.id ?? '',
      { name: addressOf(main, attribs.href ?? ''), isContents: /\bnav\b/.test(attribs.properties ?? '') },
    ]),
  );
  const referenced = named(book, 'itemref').flatMap(({ attribs }) => {
    const item = items.get(attribs.idref ?? '');
    return item === undefined || item.isContents ? [] : [item.name];
  });
  // A book refers to each chapter once (EPUB 3.3, 5.7); a small file could otherwise unpack to any size.
  const chapters = [...new Set(referenced)];
  if (chapters.length > limits.maxPages)
    throw unreadableFile('too_many_pages', { pages: chapters.length, limit: limits.maxPages });
  if (isEncrypted(parts, chapters)) throw unreadableFile('file_encrypted');
  const count = createLeftOutCount();
  const sheets = chapters.map(
    (name, index): PictureSheet => ({
      page: index + 1,
      html: () => bareChapter(parts, name),
      partAt: (address) => addressOf(name, address),
    }),
  );
  const withStyles = createStyling(parts);
  const pages = chapters.map((name, index) => {
    const html = bareChapter(parts, name);
    const { text = '', leftOut } = html === '' ? {} : htmlToText(withStyles(name, html));
    if (leftOut !== undefined) count.add(leftOut);
    return { page: index + 1, text, readBy: 'native' as const };
  });
  return {
    pages,
    ...metadataOf(book),
    leftOut: count.result(),
    ...(await drawPagePictures(bytes, sheets, drawing)),
  };
};
