import { upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import type { CalendarAccount } from './account-of.ts';

/** Concurrent reads of one person's calendars; servers process one person's requests in sequence anyway. */
export const CONCURRENCY = 4;

/** Limit on the calendars read for one person: their own, and shared ones of wards and rooms. */
export const MAX_CALENDARS = 200;

/** The account that a call uses, and the signal that aborts it. */
export type Asked = { readonly account: CalendarAccount; readonly signal: AbortSignal };

/** True when the server refused access or found nothing that the person may see. */
export const isClosed = (error: unknown): boolean => [403, 404].includes(upstreamStatusOf(error) ?? 0);
