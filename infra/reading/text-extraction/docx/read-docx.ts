import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { Failure } from '../../../../domain/kernel/failure.ts';
import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import { drawFoundPictures, type PictureDrawing } from '../embedded-pictures/draw-found-pictures.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { htmlToText } from '../html/html-to-text.ts';
import { createLeftOutCount, type LeftOutCount } from '../left-out-count.ts';
import { coreProperties } from '../office/core-properties.ts';
import { type OfficeXml, parseOfficeXml } from '../office/office-xml.ts';
import { relationshipsOf } from '../office/relationships.ts';
import { type Parts, unpackPart, unpackParts } from '../office/unpack-parts.ts';
import { type UnreadableReason, unreadableFile } from '../unreadable-file.ts';
import { countLists } from './count-lists.ts';
import { createEmbeddedParts, type EmbeddedParts } from './embedded-parts.ts';
import { findDocxPictures } from './find-docx-pictures.ts';
import { prepareRuns } from './prepare-runs.ts';
import { readNumbering } from './read-numbering.ts';
import { readRunStyles } from './run-styles.ts';
import { writeEqFields } from './write-eq-fields.ts';
import { writeOutText } from './write-out-text.ts';
import { writePageEdges } from './write-page-edges.ts';

/** The title ranks above the headings, which Word counts from 1 again. */
const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
  ...[1, 2, 3, 4, 5].map((level) => `p[style-name='Heading ${level}'] => h${level + 1}:fresh`),
  ...[1, 2, 3, 4, 5].map((level) => `p[style-name='heading ${level}'] => h${level + 1}:fresh`),
];

const partType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const mainTypes = [
  `${partType}document.main+xml`,
  `${partType}template.main+xml`,
  'application/vnd.ms-word.document.macroEnabled.main+xml',
];

/** Returns the names of the parts of a kind: those in the table of contents, and the usual name. */
const namesOf = (
  contents: OfficeXml | undefined,
  types: readonly string[],
  usual: string,
): readonly string[] => {
  const named = (contents?.children(contents.root, 'Override') ?? []).flatMap(({ attribs }) =>
    types.includes(attribs.ContentType ?? '') ? [(attribs.PartName ?? '').replace(/^\//, '')] : [],
  );
  return [...new Set([...named, usual])];
};

const damaged = (cause?: unknown): Error => {
  const reason: UnreadableReason = 'docx_damaged';
  return unreadableFile(reason, {}, { cause });
};

/** Writes out, in the text and its notes, what mammoth would omit or renumber. */
const writeOut = (parts: Parts, embedded: EmbeddedParts, count: LeftOutCount): void => {
  const parsed = (name: string | undefined): OfficeXml | undefined => {
    const part = name === undefined ? undefined : parts.get(name);
    const xml = part === undefined ? undefined : parseOfficeXml(part);
    if (part !== undefined && xml === undefined) throw damaged();
    return xml;
  };
  const contents = parsed('[Content_Types].xml');
  const oneOf = (kind: string): OfficeXml | undefined =>
    parsed(namesOf(contents, [`${partType}${kind}+xml`], `word/${kind}.xml`).find((name) => parts.has(name)));
  const styleSheet = oneOf('styles');
  const labelOf = countLists(readNumbering(oneOf('numbering'), styleSheet));
  const printOf = readRunStyles(styleSheet);
  const prepared = (name: string): OfficeXml | undefined => {
    const xml = parsed(name);
    if (xml === undefined) return undefined;
    embedded.markIn(xml, relationshipsOf(parts, name));
    count.hide(prepareRuns(xml, printOf).hidden);
    writeEqFields(xml);
    writeOutText(xml, labelOf);
    return xml;
  };
  const main = namesOf(contents, mainTypes, 'word/document.xml');
  const notes = ['footnotes', 'endnotes'].flatMap((kind) =>
    namesOf(contents, [`${partType}${kind}+xml`], `word/${kind}.xml`),
  );
  for (const name of [...main, ...notes]) {
    const xml = prepared(name);
    if (xml === undefined) continue;
    if (main.includes(name)) writePageEdges(xml, relationshipsOf(parts, name), prepared);
    parts.set(name, Buffer.from(xml.$.xml(), 'utf8'));
  }
};

/** Stored uncompressed, because the reader is in the same process. Any date that a container can hold will do. */
const stored = { level: 0, mtime: new Date(1980, 0, 1) } as const;

const toHtml = async (parts: Parts, count: LeftOutCount): Promise<string> => {
  try {
    const embedded = createEmbeddedParts(parts, count);
    writeOut(parts, embedded, count);
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(zipSync(Object.fromEntries(parts), stored)) },
      // Pictures are not text; an empty source avoids reading their data.
      { styleMap, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    );
    return embedded.putInto(value);
  } catch (cause) {
    throw cause instanceof Failure ? cause : damaged(cause);
  }
};

/** Reads a Word document as one page: its pages exist only in print. */
export const readDocx = async (
  bytes: Uint8Array,
  limits: ExtractionLimits,
  drawing?: PictureDrawing,
): Promise<ExtractedDocument> => {
  const parts = await unpackParts(bytes, limits, {
    isKind: (names) =>
      names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('word/')),
    isText: (name) => /\.(?:xml|rels)$/i.test(name) || /^word\/.*\.(?:x?html?|rtf|txt)$/i.test(name),
    damaged: 'docx_damaged',
  });
  const metadata = coreProperties(parts);
  // Must come before the text is written out, which removes drawings.
  const pictures = drawing === undefined ? [] : findDocxPictures(parts, (name) => unpackPart(bytes, name));
  const count = createLeftOutCount();
  const html = await toHtml(parts, count);
  const { text, leftOut } = htmlToText(html, { listNumbers: 'in-text' });
  count.add(leftOut);
  const figures = drawing === undefined ? [] : await drawFoundPictures(pictures, drawing);
  return {
    pages: [{ page: 1, text, readBy: 'native' }],
    ...metadata,
    leftOut: count.result(),
    ...(figures.length > 0 ? { figures } : {}),
  };
};
