import { p } from '@mikro-orm/core';
import { type KindOf, type PropertyName, propertyOf } from '../../domain/knowledge/property-uses.ts';
import { foldCase } from '../../domain/language/fold-case.ts';
import { catalogueFilters, type FoldedProperty } from '../../domain/retrieval/filter-uses.ts';
import type { Sealed } from '../sealing/sealed.ts';
import type { VersionValues } from '../version-columns.ts';

type FoldedColumn<Name extends PropertyName> = `folded${Capitalize<Name>}`;

/** The column for case-insensitive lookup of a property. */
export const foldedColumnOf = <Name extends PropertyName>(name: Name): FoldedColumn<Name> =>
  `folded${name.charAt(0).toUpperCase()}${name.slice(1)}` as FoldedColumn<Name>;

const foldedProperties = catalogueFilters.flatMap(({ definition: { ignoresCase, property } }) =>
  ignoresCase && property !== 'docKey' && property !== 'drugs' ? [property] : [],
);

const certain = () => p.text().$type<Sealed<string>>();
const maybe = () => p.text().$type<Sealed<string>>().strictNullable();
const several = () => p.json<Sealed<readonly string[]>>();
type FoldedColumns = {
  readonly [Name in FoldedProperty as FoldedColumn<Name>]: KindOf<Name> extends 'title'
    ? typeof certain
    : KindOf<Name> extends 'list'
      ? typeof several
      : typeof maybe;
};
const columnOf = (name: PropertyName) => {
  const { kind } = propertyOf(name);
  if (kind === 'list') return several;
  return kind === 'title' ? certain : maybe;
};

/** The columns for case-insensitive filters of the catalogue (`fold-case.ts`), as `foldedValues` fills them. */
// The names and types are as declared; only `Object.fromEntries` loses them.
export const foldedColumns = Object.fromEntries(
  foldedProperties.map((name) => [foldedColumnOf(name), columnOf(name)]),
) as FoldedColumns;

/** Their values. */
export type FoldedValues = {
  readonly [Name in FoldedProperty as FoldedColumn<Name>]: KindOf<Name> extends 'title'
    ? string
    : KindOf<Name> extends 'list'
      ? readonly string[]
      : string | null;
};

const foldedValue = (value: unknown): string | readonly string[] | null => {
  if (Array.isArray(value)) return value.map((one) => foldCase(String(one)));
  return typeof value === 'string' ? foldCase(value) : null;
};

export const foldedValues = (row: Pick<VersionValues, FoldedProperty>): FoldedValues => {
  const values: Readonly<Record<string, unknown>> = row;
  return Object.fromEntries(
    foldedProperties.map((name) => [foldedColumnOf(name), foldedValue(values[name])]),
  ) as FoldedValues;
};
