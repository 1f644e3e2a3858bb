import { p } from '@mikro-orm/core';
import type { DocumentFormat } from '../domain/knowledge/document-format.ts';
import { documentTitleOf } from '../domain/knowledge/document-title.ts';
import type { SourceType } from '../domain/knowledge/source-type.ts';
import type { RecordedOf } from './keyed-projection.ts';

/** The columns that describe the file and the metadata of one document version. */
export const versionColumns = () => ({
  version: p.integer(),
  fileName: p.text(),
  format: p.text().$type<DocumentFormat>(),
  /** Bytes. */
  size: p.integer(),
  contentHash: p.text(),
  /** The given title, or the one that indexing found; before that, made from the file name. */
  title: p.text(),
  sourceType: p.text().$type<SourceType>(),
  specialty: p.json<readonly string[]>(),
  authors: p.json<readonly string[]>(),
  organization: p.text().strictNullable(),
  publisher: p.text().strictNullable(),
  publicationYear: p.integer().strictNullable(),
  /** ISO date. */
  effectiveDate: p.text().strictNullable(),
  doi: p.text().strictNullable(),
  pmid: p.text().strictNullable(),
  agency: p.text().strictNullable(),
  stateCode: p.text().strictNullable(),
  protocolNumber: p.text().strictNullable(),
  containsPhi: p.boolean(),
});

/** The values of `versionColumns` for a version that was added; what is not known is null. */
export const versionValues = ({ data }: RecordedOf<'DocumentVersionAdded'>) => ({
  version: data.version,
  fileName: data.fileName,
  format: data.format,
  size: data.size,
  contentHash: data.contentHash,
  title: documentTitleOf(data.fileName, data.metadata.title),
  sourceType: data.metadata.sourceType,
  specialty: data.metadata.specialty,
  authors: data.metadata.authors ?? [],
  organization: data.metadata.organization ?? null,
  publisher: data.metadata.publisher ?? null,
  publicationYear: data.metadata.publicationYear ?? null,
  effectiveDate: data.metadata.effectiveDate ?? null,
  doi: data.metadata.doi ?? null,
  pmid: data.metadata.pmid ?? null,
  agency: data.metadata.agency ?? null,
  stateCode: data.metadata.stateCode ?? null,
  protocolNumber: data.metadata.protocolNumber ?? null,
  containsPhi: data.metadata.containsPhi,
});
