import { p } from '@mikro-orm/core';
import type { WithheldEmbedding } from '../domain/indexing/withheld-embedding.ts';
import { fillIn } from '../domain/kernel/fill-in.ts';
import { recordFrom } from '../domain/kernel/record-from.ts';
import type { DocumentFormat } from '../domain/knowledge/document-format.ts';
import type { DocumentMetadata } from '../domain/knowledge/document-metadata.ts';
import { documentTitleOf } from '../domain/knowledge/document-title.ts';
import {
  byKindOfProperty,
  type FoundProperty,
  foundProperties,
  type PropertyName,
  type PropertyValue,
  type SourcedProperty,
  sourcedProperties,
} from '../domain/knowledge/property-uses.ts';
import type { SourceType } from '../domain/knowledge/source-type.ts';
import type { RecordedOf } from './keyed-projection.ts';

/** Who says what stands in a column: the person who brought the file, or the file itself. */
export const metadataSources = ['uploader', 'file'] as const;
type MetadataSource = (typeof metadataSources)[number];
export type MetadataSources = Readonly<Partial<Record<SourcedProperty, MetadataSource>>>;

/** The columns of the properties. */
const propertyColumns = byKindOfProperty({
  text: () => p.text().strictNullable(),
  title: () => p.text(),
  sourceType: () => p.text().$type<SourceType>(),
  list: () => p.json<readonly string[]>(),
  year: () => p.integer().strictNullable(),
  day: () => p.text().strictNullable(),
  boolean: () => p.boolean(),
});

/** Their values while none is known. A title and the kind of source are always there. */
const untold = byKindOfProperty({
  text: null,
  title: '',
  sourceType: 'note',
  list: [],
  year: null,
  day: null,
  boolean: false,
} as const);

/** The columns that describe the file and the metadata of one document version. */
export const versionColumns = () => ({
  version: p.integer(),
  fileName: p.text(),
  format: p.text().$type<DocumentFormat>(),
  /** Bytes. */
  size: p.integer(),
  contentHash: p.text(),
  /** The title is the given one, or the one that indexing found; before that, made from the file name. */
  ...propertyColumns,
  /** Embedding models outside the premises that it was kept from, and why. */
  withheld: p.json<readonly WithheldEmbedding[]>(),
  /** Where the values come from, for those that there are. */
  metadataSources: p.json<MetadataSources>(),
});

/** Before indexing only the title is known without the uploader: it is made from the file's name. */
const sourcesOf = (given: DocumentMetadata): MetadataSources => ({
  title: 'file',
  ...Object.fromEntries(
    sourcedProperties.filter((name) => given[name] !== undefined).map((name) => [name, 'uploader']),
  ),
});

/** The values of `versionColumns` for a version that was added; what is not known is null. */
export const versionValues = ({ data }: RecordedOf<'DocumentVersionAdded'>): VersionValues => ({
  version: data.version,
  fileName: data.fileName,
  format: data.format,
  size: data.size,
  contentHash: data.contentHash,
  ...fillIn(data.metadata, untold),
  title: documentTitleOf(data.fileName, data.metadata.title),
  withheld: [],
  metadataSources: sourcesOf(data.metadata),
});

type PropertyValues = { readonly [Name in PropertyName]: PropertyValue<Name> | (typeof untold)[Name] };

/** The values of `versionColumns`. */
export type VersionValues = PropertyValues & {
  readonly version: number;
  readonly fileName: string;
  readonly format: DocumentFormat;
  readonly size: number;
  readonly contentHash: string;
  readonly withheld: readonly WithheldEmbedding[];
  readonly metadataSources: MetadataSources;
};

/** What is known once a version is indexed: what its uploader gave stays, the rest is as the file tells. */
export const indexedValues = (
  row: VersionValues,
  { title, protocolNumber, found = {} }: RecordedOf<'IndexingCompleted'>['data'],
) => {
  const isGiven = (name: SourcedProperty): boolean => row.metadataSources[name] === 'uploader';
  const told = fillIn(found, untold);
  return {
    title,
    protocolNumber: protocolNumber ?? null,
    ...recordFrom<Pick<PropertyValues, FoundProperty>>(foundProperties, (name) =>
      isGiven(name) ? row[name] : told[name],
    ),
    metadataSources: Object.fromEntries(
      sourcedProperties.flatMap((name): readonly [SourcedProperty, MetadataSource][] => {
        if (isGiven(name)) return [[name, 'uploader']];
        const isFound = name === 'title' || { protocolNumber, ...found }[name] !== undefined;
        return isFound ? [[name, 'file']] : [];
      }),
    ),
  };
};
