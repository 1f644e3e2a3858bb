import { p } from '@mikro-orm/core';
import type { WithheldEmbedding } from '../domain/indexing/withheld-embedding.ts';
import type { DocumentFormat } from '../domain/knowledge/document-format.ts';
import type { DocumentMetadata } from '../domain/knowledge/document-metadata.ts';
import { documentTitleOf } from '../domain/knowledge/document-title.ts';
import { foundProperties } from '../domain/knowledge/found-metadata/found-metadata.ts';
import type { SourceType } from '../domain/knowledge/source-type.ts';
import type { RecordedOf } from './keyed-projection.ts';

/** Who says what stands in a column: the person who brought the file, or the file itself. */
export const metadataSources = ['uploader', 'file'] as const;
export type MetadataSource = (typeof metadataSources)[number];

/** The columns that a file may fill where its uploader left them open. */
export const sourcedColumns = ['title', 'protocolNumber', ...foundProperties] as const;
export type SourcedColumn = (typeof sourcedColumns)[number];
export type MetadataSources = Readonly<Partial<Record<SourcedColumn, MetadataSource>>>;

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
  /** Embedding models outside the premises that it was kept from, and why. */
  withheld: p.json<readonly WithheldEmbedding[]>(),
  /** Where the values come from, for those that there are. */
  metadataSources: p.json<MetadataSources>(),
});

/** Before indexing only the title is known without the uploader: it is made from the file's name. */
const sourcesOf = (given: DocumentMetadata): MetadataSources => ({
  title: 'file',
  ...Object.fromEntries(
    sourcedColumns.filter((name) => given[name] !== undefined).map((name) => [name, 'uploader']),
  ),
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
  withheld: [],
  metadataSources: sourcesOf(data.metadata),
});

/** The values of `versionColumns`. */
export type VersionValues = Omit<ReturnType<typeof versionValues>, 'specialty' | 'authors' | 'withheld'> &
  Readonly<Record<'specialty' | 'authors', readonly string[]>> & {
    readonly withheld: readonly WithheldEmbedding[];
  };

/** What is known once a version is indexed: what its uploader gave stays, the rest is as the file tells. */
export const indexedValues = (
  row: VersionValues,
  { title, protocolNumber, found = {} }: RecordedOf<'IndexingCompleted'>['data'],
) => {
  const isGiven = (name: SourcedColumn): boolean => row.metadataSources[name] === 'uploader';
  return {
    title,
    protocolNumber: protocolNumber ?? null,
    authors: isGiven('authors') ? row.authors : (found.authors ?? []),
    organization: isGiven('organization') ? row.organization : (found.organization ?? null),
    publisher: isGiven('publisher') ? row.publisher : (found.publisher ?? null),
    publicationYear: isGiven('publicationYear') ? row.publicationYear : (found.publicationYear ?? null),
    effectiveDate: isGiven('effectiveDate') ? row.effectiveDate : (found.effectiveDate ?? null),
    doi: isGiven('doi') ? row.doi : (found.doi ?? null),
    pmid: isGiven('pmid') ? row.pmid : (found.pmid ?? null),
    agency: isGiven('agency') ? row.agency : (found.agency ?? null),
    stateCode: isGiven('stateCode') ? row.stateCode : (found.stateCode ?? null),
    metadataSources: Object.fromEntries(
      sourcedColumns.flatMap((name): readonly [SourcedColumn, MetadataSource][] => {
        if (isGiven(name)) return [[name, 'uploader']];
        const isFound = name === 'title' || { protocolNumber, ...found }[name] !== undefined;
        return isFound ? [[name, 'file']] : [];
      }),
    ),
  };
};
