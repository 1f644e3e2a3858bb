import type { z } from 'zod';
import { pluck } from '../kernel/pluck.ts';
import type { PropertyKind } from '../knowledge/document-properties.ts';
import { propertyKinds } from '../knowledge/property-uses.ts';
import { type FilterDefinition, type FilteredProperty, filterDefinitions } from './filter-definitions.ts';

export type FilterName = keyof typeof filterDefinitions;

/** The request schema of each filter. */
export const askedSchemas = pluck(filterDefinitions, 'asked');

/** The definition of any filter, with its general type. */
export const filterOf = (of: FilterName): FilterDefinition => filterDefinitions[of];

const isFilterName = (text: string): text is FilterName => Object.hasOwn(filterDefinitions, text);
export const filterNames = Object.keys(filterDefinitions).filter(isFilterName);

/** The properties of a passage that filters use. */
export const filteredProperties = [...new Set(filterNames.map((of) => filterOf(of).property))];

const filteredKinds = {
  ...propertyKinds,
  docKey: 'text',
  drugs: 'list',
} as const satisfies Readonly<Record<FilteredProperty, PropertyKind>>;

/** The kind of a filtered property. */
export const kindOfFiltered = (of: FilteredProperty): PropertyKind => filteredKinds[of];

type CatalogueFilter = {
  [Name in FilterName]: (typeof filterDefinitions)[Name] extends { readonly catalogue: object }
    ? Name
    : never;
}[FilterName];
/** The properties by which the catalogue is filtered, ignoring case. */
export type FoldedProperty = Extract<
  (typeof filterDefinitions)[CatalogueFilter],
  { readonly ignoresCase: true }
>['property'];
type ParameterOf<Name extends CatalogueFilter> = (typeof filterDefinitions)[Name]['catalogue']['parameter'];

/** The filters of the catalogue: one value per parameter. */
export type CatalogueFilters = {
  readonly [Name in CatalogueFilter as ParameterOf<Name>]?:
    | z.output<(typeof filterDefinitions)[Name]['value']>
    | undefined;
};

/** The parameters of the catalogue, each with its filter. */
export const catalogueFilters = filterNames.flatMap((name) => {
  const definition = filterOf(name);
  return definition.catalogue === undefined ? [] : [{ ...definition.catalogue, definition }];
});
