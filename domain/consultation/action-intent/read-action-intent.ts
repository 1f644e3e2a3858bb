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
 * Returns the action that a text asks for, according to rules. Each rule needs the words of a request and its object:
 * a clinical question with the same words ("schedule II drug", "calculate GCS for a child: criteria?") matches none.
 * The person is asked for missing or ambiguous details.
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
