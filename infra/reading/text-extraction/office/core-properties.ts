import type { ExtractedDocument } from '../../../../ports/text-extractor.ts';
import { definedProperties, property } from '../file-property.ts';
import { loadXml } from '../markup/load-xml.ts';

/** Reads the core properties (ECMA-376, part 2). The creator is often the person who saved the document first. */
export const coreProperties = (
  parts: ReadonlyMap<string, Uint8Array>,
): Pick<ExtractedDocument, 'title' | 'authors' | 'properties'> => {
  const xml = parts.get('docProps/core.xml');
  if (xml === undefined) return {};
  const $ = loadXml(Buffer.from(xml).toString('utf8'));
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
