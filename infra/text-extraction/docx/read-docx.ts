import { load } from 'cheerio';
import mammoth from 'mammoth';
import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { definedProperties, property } from '../file-property.ts';
import { htmlToText } from '../html/html-to-text.ts';
import { type UnreadableReason, unreadableFile } from '../unreadable-file.ts';
import { readZipDirectory, unpackEntry, type ZipEntry } from './zip-directory.ts';

/** The title stands above the headings, which Word counts from 1 again. */
const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
  ...[1, 2, 3, 4, 5].map((level) => `p[style-name='Heading ${level}'] => h${level + 1}:fresh`),
  ...[1, 2, 3, 4, 5].map((level) => `p[style-name='heading ${level}'] => h${level + 1}:fresh`),
];

const isXml = ({ name }: ZipEntry): boolean => /\.(?:xml|rels)$/i.test(name);

const unpackedSize = (entries: readonly ZipEntry[]): number =>
  entries.reduce((sum, { unpacked }) => sum + unpacked, 0);

/** Looks at the container before anything of it is parsed; answers its entries. */
const checkContainer = (bytes: Uint8Array, limits: ExtractionLimits): readonly ZipEntry[] => {
  const entries = readZipDirectory(bytes);
  if (entries === undefined) throw unreadableFile('docx_damaged');
  if (!entries.some(({ name }) => name === '[Content_Types].xml')) throw unreadableFile('format_mismatch');
  if (!entries.some(({ name }) => name.startsWith('word/'))) throw unreadableFile('format_mismatch');
  if (
    entries.length > limits.maxZipEntries ||
    unpackedSize(entries) > limits.maxUnpackedBytes ||
    unpackedSize(entries.filter(isXml)) > limits.maxXmlBytes
  ) {
    throw unreadableFile('expands_too_much');
  }
  for (const entry of entries.filter(isXml)) {
    // The parser trusts the directory, so the directory is held to its word first.
    if (unpackEntry(bytes, entry) === undefined) throw unreadableFile('docx_damaged');
  }
  return entries;
};

/** What the document's core properties say (ECMA-376, part 2): the creator is often whoever saved it first. */
const propertiesOf = (
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
): Pick<ExtractedDocument, 'title' | 'authors' | 'properties'> => {
  const entry = entries.find(({ name }) => name === 'docProps/core.xml');
  const xml = entry === undefined ? undefined : unpackEntry(bytes, entry);
  if (xml === undefined) return {};
  const $ = load(Buffer.from(xml).toString('utf8'), { xml: true });
  const title = $('dc\\:title').first().text().trim();
  const author = $('dc\\:creator').first().text().trim();
  const textOf = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => property($(name.replace(':', '\\:')).first().text()) ?? []);
  const year = /^(?:19|20)\d\d/.exec(textOf('dcterms:modified', 'dcterms:created')[0] ?? '')?.[0];
  return {
    ...(title === '' ? {} : { title }),
    ...(author === '' ? {} : { authors: [author] }),
    properties: definedProperties({
      remarks: [...textOf('dc:identifier', 'dc:subject', 'cp:keywords', 'dc:description')],
      savedIn: year === undefined ? undefined : Number(year),
    }),
  };
};

const toHtml = async (bytes: Uint8Array): Promise<string> => {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) },
      // Pictures are not text; an empty source keeps their data from being read.
      { styleMap, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    );
    return value;
  } catch (cause) {
    const reason: UnreadableReason = 'docx_damaged';
    throw unreadableFile(reason, {}, { cause });
  }
};

/** Reads a Word document as one page, since its pages exist only when it is printed. */
export const readDocx = async (bytes: Uint8Array, limits: ExtractionLimits): Promise<ExtractedDocument> => {
  const entries = checkContainer(bytes, limits);
  const { text } = htmlToText(await toHtml(bytes));
  return { pages: [{ page: 1, text, readBy: 'native' }], ...propertiesOf(bytes, entries) };
};
