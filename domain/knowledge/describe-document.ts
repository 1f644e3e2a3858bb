import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { DocumentFormat } from './document-format.ts';
import type { DocumentMetadata } from './document-metadata.ts';
import type { ExtractedDocumentRecord } from './extracted-document.ts';
import { findMetadata } from './found-metadata/find-metadata.ts';
import type { FoundMetadata } from './found-metadata/found-metadata.ts';
import { inferProtocolNumber, inferTitle } from './infer-metadata.ts';

/** What was read of a file, and what its uploader said about it. */
export type DocumentToDescribe = {
  readonly extracted: ExtractedDocumentRecord;
  readonly metadata: DocumentMetadata;
  readonly format: DocumentFormat;
  readonly fileName: string;
};

/** How a document is called, and what it shows about itself. */
export type DescribedDocument = {
  readonly title: string;
  readonly protocolNumber?: string;
  readonly found: FoundMetadata;
};

/** Marks of the writing direction, which can turn a title around on a screen, and characters of private use. */
const unseen = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\p{Co}]/gu;

const withoutDirections = (title: string, fileName: string): string =>
  title.replace(unseen, '').trim() || fileName.replace(unseen, '').trim() || 'Document';

/** Finds out how a document is called and what it shows about itself; what its uploader said counts more. */
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
