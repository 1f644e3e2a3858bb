import { upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import type { CalendarAccount } from './account-of.ts';

/** Calendars of one person that are read at once: servers answer one person in turn anyway. */
export const AT_ONCE = 4;

/** Calendars of one person that are read: their own, and those of wards and rooms that are shared with them. */
export const MAX_CALENDARS = 200;

/** The account that a call uses, and the signal that ends it. */
export type Asked = { readonly account: CalendarAccount; readonly signal: AbortSignal };

/** Whether the server refused access, or found nothing that the person may see. */
export const isClosed = (error: unknown): boolean => [403, 404].includes(upstreamStatusOf(error) ?? 0);
