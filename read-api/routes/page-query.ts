import { z } from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../projections/page-of-rows.ts';
import { pageFields } from '../request/query-fields.ts';

/** The parameters `after`, `limit` and `cursor` of every list. */
export const pageQuery = pageFields(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE);

/** The members `limit` and `cursor` of a list whose filters are in the body. */
export const pageOfBody = {
  limit: z.int().min(1).max(MAX_PAGE_SIZE).optional(),
  cursor: z.string().min(1).max(1024).optional(),
};
