import type { Command } from 'commander';
import { z } from 'zod';
import { filterNames, filterOf } from '../../domain/retrieval/filter-uses.ts';
import { type SearchFilters, searchFiltersSchema } from '../../domain/retrieval/search-filters.ts';
import { addValueFlag, valueFlagSchema } from './value-flags.ts';

const flags = filterNames.map((name) => ({ name, ...filterOf(name) }));

/** The shape of the options that narrow a search. */
export const searchFilterShape: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  flags.map(({ flag, value }) => [
    flag.option,
    valueFlagSchema(flag, flag.list === undefined ? value : z.array(value).min(1)),
  ]),
);

/** Adds the options that narrow a search. */
export const addSearchFilters = (command: Command): Command =>
  flags.reduce((extended, { flag }) => addValueFlag(extended, flag), command);

/** The filters for the API. */
export const searchFiltersOf = (options: Readonly<Record<string, unknown>>): SearchFilters =>
  searchFiltersSchema.parse(
    Object.fromEntries(
      flags.flatMap(({ name, flag }) => {
        const value = options[flag.option];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  );
