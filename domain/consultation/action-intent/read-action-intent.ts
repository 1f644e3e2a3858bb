import type { ActionIntent, ActionReading } from './action-intent.ts';
import { readCalculation } from './calculation-action.ts';
import { readCreateEvent, readListEvents } from './calendar-actions.ts';
import { readSearchEmail, readSendEmail } from './mail-actions.ts';
import { type Request, requestOf } from './request-of.ts';
import { readSearch } from './search-actions.ts';
import { readCreateTask, readListTasks } from './task-actions.ts';

type Reader = (request: Request, reading: ActionReading) => ActionIntent | undefined;

const readers: readonly Reader[] = [
  readCreateEvent,
  readListEvents,
  readListTasks,
  readCreateTask,
  readSendEmail,
  readSearchEmail,
  readSearch,
  readCalculation,
];

/**
 * The action that a text asks for, read by rules. Each begins with the words that ask for it and names what it is about: a
 * clinical question that uses the same words ("schedule II drug", "calculate GCS for a child: criteria?") is none. What
 * is missing or open is asked for.
 */
export const readActionIntent = (text: string, reading: ActionReading): ActionIntent | undefined => {
  const request = requestOf(text);
  if (!request) return undefined;
  for (const read of readers) {
    const intent = read(request, reading);
    if (intent) return intent;
  }
  return undefined;
};
