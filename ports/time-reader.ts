import type { NamedTime } from '../domain/consultation/action-intent/named-time.ts';

/**
 * Finds days and times in a text: "tomorrow at 2pm", "on Friday from 9:30 to 11". Only what the words say is told; what they
 * leave open stays open.
 *
 * @param seenFrom what "tomorrow" is counted from: an instant, ISO 8601, and the time zone of whoever says so
 */
export type TimeReader = (
  text: string,
  seenFrom: { readonly now: string; readonly timeZone: string },
) => readonly NamedTime[];
