import type { NamedTime } from '../domain/consultation/action-intent/named-time.ts';

/**
 * Finds days and times in a text: "tomorrow at 2pm", "on Friday from 9:30 to 11". Only stated parts are returned;
 * unstated ones stay open.
 *
 * @param seenFrom the reference for "tomorrow": an instant, ISO 8601, and the writer's time zone
 */
export type TimeReader = (
  text: string,
  seenFrom: { readonly now: string; readonly timeZone: string },
) => readonly NamedTime[];
