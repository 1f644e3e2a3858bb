import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { DocumentFormat } from './document-format.ts';
import type { DocumentMetadata } from './document-metadata.ts';
import type { ExtractedDocumentRecord } from './extracted-document.ts';
import { findMetadata } from './found-metadata/find-metadata.ts';
import type { FoundMetadata } from './found-metadata/found-metadata.ts';
import { inferProtocolNumber, inferTitle } from './infer-metadata.ts';

/** The text extracted from a file, and the metadata given by its uploader. */
export type DocumentToDescribe = {
  readonly extracted: ExtractedDocumentRecord;
  readonly metadata: DocumentMetadata;
  readonly format: DocumentFormat;
  readonly fileName: string;
};

/** A document's title and number, and the metadata found in it. */
export type DescribedDocument = {
  readonly title: string;
  readonly protocolNumber?: string;
  readonly found: FoundMetadata;
};

/** Direction marks, which can reverse a title on a screen, and private-use characters. */
const unseen = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\p{Co}]/gu;

const withoutDirections = (title: string, fileName: string): string =>
  title.replace(unseen, '').trim() || fileName.replace(unseen, '').trim() || 'Document';

/** Determines a document's title, number and metadata; values given by the uploader take precedence. */
export const describeDocument = ({
  extracted,
  metadata,
  format,
  fileName,
}: DocumentToDescribe): DescribedDocument => {
  const protocolNumber = metadata.protocolNumber ?? inferProtocolNumber(extracted, fileName);
  return {
    title: withoutDirections(metadata.title ?? inferTitle(extracted, fileName), fileName),
    ...omitUndefined({ protocolNumber }),
    found: findMetadata(extracted, metadata, format),
  };
};
