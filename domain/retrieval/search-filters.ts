import { z } from 'zod';
import { askedSchemas } from './filter-uses.ts';

/** Narrows a search. Members combine by "and", the values of one member by "or". */
export const searchFiltersSchema = z.strictObject(askedSchemas);
export type SearchFilters = z.output<typeof searchFiltersSchema>;
export type SearchFiltersInput = z.input<typeof searchFiltersSchema>;
