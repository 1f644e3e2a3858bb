import type { FileProperties } from '../../../../domain/knowledge/file-properties.ts';
import { definedProperties, property } from '../file-property.ts';
import { loadXml } from '../markup/load-xml.ts';
import { pdfMetadata } from './open-pdf.ts';
import type { Pdfium } from './pdfium.ts';

/** Largest metadata packet: real ones have some kilobytes, which publishers pad for later changes. */
const maxPacketLength = 256 * 1024;
/** Pictures have their own packets; the document's is among the last. */
const maxPackets = 20;

/** Finds the XMP packet that describes the document (ISO 16684-1), if it is not compressed. */
const packetOf = (bytes: Uint8Array): string | undefined => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let from = buffer.length;
  for (let count = 0; count < maxPackets; count += 1) {
    const start = from > 0 ? buffer.lastIndexOf('<x:xmpmeta', from - 1) : -1;
    if (start < 0) return undefined;
    const end = buffer.indexOf('</x:xmpmeta>', start);
    if (end >= 0 && end - start <= maxPacketLength) {
      const packet = buffer.subarray(start, end + '</x:xmpmeta>'.length).toString('utf8');
      if (/application\/pdf|<pdf:|prismstandard|xmlns:pdf/i.test(packet)) return packet;
    }
    from = start;
  }
  return undefined;
};

/** Returns a reader of XMP properties, which may be elements, list entries, or attributes of the description. */
const readPacket = (packet: string): ((...names: readonly string[]) => readonly string[]) => {
  const $ = loadXml(packet);
  return (...names) =>
    names.flatMap((name) => {
      const element = $(name.replace(':', '\\:')).first();
      const entries = element.find('rdf\\:li').get();
      if (entries.length > 0) return entries.map((entry) => $(entry).text());
      const attribute = $('rdf\\:Description')
        .get()
        .map((description) => description.attribs[name])
        .find((value) => value !== undefined);
      return [element.text(), attribute ?? ''].filter((value) => value.trim() !== '');
    });
};

/** Returns the year of `D:20240715…` (ISO 32000-1, 7.9.4). */
const yearOf = (date: string | undefined): number | undefined => {
  const year = /^(?:D:)?((?:19|20)\d\d)/.exec(date ?? '')?.[1];
  return year === undefined ? undefined : Number(year);
};

/**
 * Reads the metadata of a PDF other than title and author: the packet that publishers fill in (PRISM, Dublin Core),
 * the subject and keywords of its information dictionary, and the year in which it was saved.
 */
export const readPdfProperties = (pdfium: Pdfium, document: number, bytes: Uint8Array): FileProperties => {
  const packet = packetOf(bytes);
  const read = packet === undefined ? () => [] : readPacket(packet);
  const [created, changed] = (['CreationDate', 'ModDate'] as const).map((key) =>
    yearOf(pdfMetadata(pdfium, document, key)),
  );
  const isPublished = read('prism:doi', 'prism:publicationName', 'prism:issn').length > 0;
  return definedProperties({
    doi: property(read('prism:doi', 'pdfx:doi', 'crossmark:DOI')[0]),
    published: property(read('prism:publicationDate', 'prism:coverDate', 'crossmark:MajorVersionDate')[0]),
    publisher: property(read('dc:publisher')[0]),
    // Word processors store the name of the last editor there; only a journal's packet names authors.
    authors: isPublished ? read('dc:creator').flatMap((name) => property(name) ?? []) : [],
    remarks: [
      ...(['Subject', 'Keywords'] as const).map((key) => pdfMetadata(pdfium, document, key)),
      ...read('dc:identifier', 'dc:description').slice(0, 5),
    ].flatMap((remark) => property(remark) ?? []),
    savedIn: changed ?? created,
  });
};
