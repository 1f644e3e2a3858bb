import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import type { ExtractionLimits } from '../extraction-limits.ts';
import { definedProperties, property } from '../file-property.ts';
import type { OfficeXml } from '../office/office-xml.ts';
import { parsePart } from '../office/parse-part.ts';
import { type Parts, unpackParts } from '../office/unpack-parts.ts';
import { unreadableFile } from '../unreadable-file.ts';

const namesOf = (element: string): readonly string[] =>
  ['dc:', 'meta:', ''].map((prefix) => prefix + element);

/** Reads the metadata of the file (OpenDocument 1.3, part 3, 4.3). */
const metadataOf = (
  xml: OfficeXml | undefined,
): Pick<ExtractedDocument, 'title' | 'authors' | 'properties'> => {
  if (xml === undefined) return {};
  const meta = xml.child(xml.root, 'office:meta');
  const textOf = (name: string): string | undefined =>
    (meta?.children ?? []).flatMap((node) =>
      node.type === 'tag' && namesOf(name).includes(node.name) ? [property(xml.$(node).text())] : [],
    )[0];
  const title = textOf('title');
  const author = textOf('initial-creator') ?? textOf('creator');
  const year = /^(?:19|20)\d\d/.exec(textOf('date') ?? textOf('creation-date') ?? '')?.[0];
  return {
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { authors: [author] }),
    properties: definedProperties({
      remarks: ['subject', 'keyword', 'description'].flatMap((name) => textOf(name) ?? []),
      savedIn: year === undefined ? undefined : Number(year),
    }),
  };
};

/** An open OpenDocument file: its parts, text and styles. */
export type OpenContainer = {
  readonly parts: Parts;
  readonly content: OfficeXml;
  readonly styles: OfficeXml | undefined;
  readonly about: Pick<ExtractedDocument, 'title' | 'authors' | 'properties'>;
};

/**
 * Opens an OpenDocument file.
 *
 * @throws Failure `file_encrypted`, `file_damaged`, `format_mismatch`, `expands_too_much`
 */
export const openContainer = async (bytes: Uint8Array, limits: ExtractionLimits): Promise<OpenContainer> => {
  const parts = await unpackParts(bytes, limits, {
    isKind: (names) => names.includes('content.xml'),
    damaged: 'file_damaged',
  });
  const manifest = Buffer.from(parts.get('META-INF/manifest.xml') ?? new Uint8Array()).toString('utf8');
  if (/<(?:[\w-]{1,20}:)?encryption-data\b/.test(manifest)) throw unreadableFile('file_encrypted');
  const content = parsePart(parts, 'content.xml');
  if (content === undefined) throw unreadableFile('file_damaged');
  return {
    parts,
    content,
    styles: parsePart(parts, 'styles.xml'),
    about: metadataOf(parsePart(parts, 'meta.xml')),
  };
};
