import { p } from '@mikro-orm/core';
import { ordinaryReading, type ReadingQuality, readingQuality } from '../domain/indexing/reading-quality.ts';
import type { WithheldEmbedding } from '../domain/indexing/withheld-embedding.ts';
import { recordFrom } from '../domain/kernel/record-from.ts';
import { withFallbacks } from '../domain/kernel/with-fallbacks.ts';
import type { DocumentFormat } from '../domain/knowledge/document-format.ts';
import type { DocumentMetadata } from '../domain/knowledge/document-metadata.ts';
import { documentTitleOf } from '../domain/knowledge/document-title.ts';
import type { LeftOut } from '../domain/knowledge/left-out.ts';
import {
  type FoundProperty,
  foundProperties,
  type KindOf,
  mapByPropertyKind,
  type PropertyName,
  type PropertyValue,
  propertyNames,
  propertyOf,
  type SourcedProperty,
  sourcedProperties,
} from '../domain/knowledge/property-uses.ts';
import type { SourceType } from '../domain/knowledge/source-type.ts';
import { ERASED_TEXT } from '../domain/privacy/sensitive.ts';
import type { RecordedOf } from './keyed-projection.ts';
import type { Sealed } from './sealing/sealed.ts';

/** The source of a column's value: the person who brought the file, or the file itself. */
export const metadataSources = ['uploader', 'file'] as const;
type MetadataSource = (typeof metadataSources)[number];
export type MetadataSources = Readonly<Partial<Record<SourcedProperty, MetadataSource>>>;

/** The columns of the properties. */
const propertyColumns = mapByPropertyKind({
  text: () => p.text().$type<Sealed<string>>().strictNullable(),
  title: () => p.text().$type<Sealed<string>>(),
  sourceType: () => p.text().$type<SourceType>(),
  list: () => p.json<Sealed<readonly string[]>>(),
  year: () => p.integer().$type<Sealed<number>>().strictNullable(),
  day: () => p.text().$type<Sealed<string>>().strictNullable(),
  boolean: () => p.boolean(),
});

/** Their values while none is known. A title and the kind of source always exist. */
const absentValues = mapByPropertyKind({
  text: null,
  title: '',
  sourceType: 'note',
  list: [],
  year: null,
  day: null,
  boolean: false,
} as const);

/** The columns for how the pages of a text were read that are not plain text, and what was left out of it. */
export const readingColumns = () => ({
  /** See `ReadingQuality`. */
  ocrPages: p.json<readonly number[]>(),
  ocrPageCount: p.integer(),
  failedPages: p.json<readonly number[]>(),
  failedPageCount: p.integer(),
  lowestOcrConfidence: p.double().$type<number>().runtimeType('number').strictNullable(),
  /** Text that was left out because no one sees it, and what could not be read: see `LeftOut`. Shown as warnings. */
  leftOut: p.json<LeftOut>().strictNullable(),
});

/** The values of `readingColumns`. */
type ReadingValues = ReadingQuality & { readonly leftOut: LeftOut | null };

/** Their values until a text is read. */
export const unreadValues: ReadingValues = { ...ordinaryReading, leftOut: null };

/** Their values once it is. */
export const readingValues = ({ data }: RecordedOf<'TextExtracted'>): ReadingValues => ({
  ...readingQuality(data.unusualPages),
  leftOut: data.leftOut ?? null,
});

/** The columns that describe the file and the metadata of one document version. */
export const versionColumns = () => ({
  version: p.integer(),
  fileName: p.text().$type<Sealed<string>>(),
  format: p.text().$type<DocumentFormat>(),
  /** Bytes. */
  size: p.integer(),
  contentHash: p.text(),
  /** The title is the uploader's or the one found by indexing; before that, it is derived from the file name. */
  ...propertyColumns,
  ...readingColumns(),
  /** Embedding models outside the premises from which it was withheld, and why. */
  withheld: p.json<readonly WithheldEmbedding[]>(),
  /** The sources of the known values. */
  metadataSources: p.json<Sealed<MetadataSources>>(),
});

/** The properties that can describe a person: all but those for the kind of document. */
type SealedProperty = {
  [Name in PropertyName]: KindOf<Name> extends 'sourceType' | 'boolean' ? never : Name;
}[PropertyName];
const sealedProperties = propertyNames.filter(
  (name): name is SealedProperty => !['sourceType', 'boolean'].includes(propertyOf(name).kind),
);

const erased = { ...absentValues, title: ERASED_TEXT };

/** The replacements for a document's properties after an erasure. */
export const erasedProperties = {
  ...recordFrom<Pick<PropertyValues, SealedProperty>>(sealedProperties, (name) => erased[name]),
  metadataSources: {},
};

/** The same for the file. */
export const erasedFile = { fileName: ERASED_TEXT };

/** Before indexing, only the title is known without the uploader: it is derived from the file name. */
const sourcesOf = (given: DocumentMetadata): MetadataSources => ({
  title: 'file',
  ...Object.fromEntries(
    sourcedProperties.filter((name) => given[name] !== undefined).map((name) => [name, 'uploader']),
  ),
});

/** The values of `versionColumns` for an added version; unknown ones are null. */
export const versionValues = ({ data }: RecordedOf<'DocumentVersionAdded'>): VersionValues => ({
  version: data.version,
  fileName: data.fileName,
  format: data.format,
  size: data.size,
  contentHash: data.contentHash,
  ...withFallbacks(data.metadata, absentValues),
  title: documentTitleOf(data.fileName, data.metadata.title),
  ...unreadValues,
  withheld: [],
  metadataSources: sourcesOf(data.metadata),
});

type PropertyValues = { readonly [Name in PropertyName]: PropertyValue<Name> | (typeof absentValues)[Name] };

/** The values of `versionColumns`. */
export type VersionValues = PropertyValues &
  ReadingValues & {
    readonly version: number;
    readonly fileName: string;
    readonly format: DocumentFormat;
    readonly size: number;
    readonly contentHash: string;
    readonly withheld: readonly WithheldEmbedding[];
    readonly metadataSources: MetadataSources;
  };

/** The values after a version is indexed: the uploader's stay, the rest come from the file. */
export const indexedValues = (
  row: VersionValues,
  { title, protocolNumber, found = {} }: RecordedOf<'IndexingCompleted'>['data'],
) => {
  const isGiven = (name: SourcedProperty): boolean => row.metadataSources[name] === 'uploader';
  const values = withFallbacks(found, absentValues);
  return {
    title,
    protocolNumber: protocolNumber ?? null,
    ...recordFrom<Pick<PropertyValues, FoundProperty>>(foundProperties, (name) =>
      isGiven(name) ? row[name] : values[name],
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
