import type { z } from 'zod';
import { pluck } from '../kernel/pluck.ts';
import {
  documentProperties,
  type PropertyDefinition,
  type PropertyKind,
  type PropertyKinds,
} from './document-properties.ts';

type Definitions = typeof documentProperties;
export type PropertyName = keyof Definitions;
export type KindOf<Name extends PropertyName> = Definitions[Name]['kind'];
export type PropertyValue<Name extends PropertyName> = PropertyKinds[KindOf<Name>];

/** The schema of the values that the uploader may give, by property. */
export const uploaderSchemas = pluck(documentProperties, 'given');
export const propertyKinds = pluck(documentProperties, 'kind');

/** Maps every property to the entry of its kind. */
export const mapByPropertyKind = <ByKind extends Readonly<Record<PropertyKind, unknown>>>(
  byKind: ByKind,
): { readonly [Name in PropertyName]: ByKind[KindOf<Name>] } =>
  Object.fromEntries(Object.entries(propertyKinds).map(([name, kind]) => [name, byKind[kind]])) as {
    readonly [Name in PropertyName]: ByKind[KindOf<Name>];
  };

/** The properties whose definition matches a type. */
type NamesWhere<Said> = {
  [Name in PropertyName]: Definitions[Name] extends Said ? Name : never;
}[PropertyName];

/** Properties that a file may supply when the uploader does not, except those that name the document. */
export type FoundProperty = NamesWhere<{ readonly found: 'declared' | 'rule' }>;
/** The found properties that a rule finds. */
export type RuledProperty = NamesWhere<{ readonly found: 'rule' }>;
/** Properties that may also come from the file or be found in its text. */
export type SourcedProperty = NamesWhere<{ readonly found: 'declared' | 'rule' | 'naming' }>;
export type FiledProperty = NamesWhere<{ readonly file: object }>;
export type PassageProperty = NamesWhere<{ readonly inPassages: true }>;
type ShownProperty = NamesWhere<{ readonly shown: true }>;
/** Properties that every document has: required, defaulted or generated. */
export type CertainProperty =
  | {
      [Name in PropertyName]: undefined extends z.output<Definitions[Name]['given']> ? never : Name;
    }[PropertyName]
  | NamesWhere<{ readonly kind: 'title' }>;

/** The definition of any property, with its general type. */
export const propertyOf = (of: PropertyName): PropertyDefinition => documentProperties[of];

const isPropertyName = (text: string): text is PropertyName => Object.hasOwn(documentProperties, text);
const isFound = (of: PropertyName): of is FoundProperty =>
  ['declared', 'rule'].includes(propertyOf(of).found);
const isSourced = (of: PropertyName): of is SourcedProperty => propertyOf(of).found !== 'nobody';
const isFiled = (of: PropertyName): of is FiledProperty => propertyOf(of).file !== undefined;
const isInPassages = (of: PropertyName): of is PassageProperty => propertyOf(of).inPassages;
const isShown = (of: PropertyName): of is ShownProperty => propertyOf(of).shown;

export const propertyNames = Object.keys(documentProperties).filter(isPropertyName);
export const foundProperties = propertyNames.filter(isFound);
export const sourcedProperties = propertyNames.filter(isSourced);
export const filedProperties = propertyNames.filter(isFiled);
export const passageProperties = propertyNames.filter(isInPassages);
export const shownProperties = propertyNames.filter(isShown);
