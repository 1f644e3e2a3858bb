import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../projections/page-of-rows.ts';
import { pageFields } from '../request/query-fields.ts';

/** The parameters `after`, `limit` and `cursor` of every list. */
export const pageQuery = pageFields(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE);
