import type { CalendarTask } from '../../../ports/calendars.ts';
import { type Component, textOf, valuesOf } from './parse-icalendar.ts';
import { byUid, formatInZone, readEach, shownLine, shownText } from './read-events.ts';
import { instantOf, type TimeReader, timesOf } from './read-time.ts';
import { zonesIn } from './time-zones.ts';
import { zoneOf } from './zone.ts';

/** A task with its sort keys. */
export type ListedTask = { readonly task: CalendarTask; readonly dueDay?: string; readonly at: number };

const statuses: Readonly<Record<string, CalendarTask['status']>> = {
  'NEEDS-ACTION': 'needs_action',
  'IN-PROCESS': 'in_process',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
};

const statusOf = (task: Component): CalendarTask['status'] => {
  const status = statuses[textOf(task, 'status')?.toUpperCase() ?? ''];
  if (status !== undefined) return status;
  return task.properties.has('completed') || valuesOf(task, 'percent-complete')[0] === 100
    ? 'completed'
    : 'needs_action';
};

const priorityOf = (task: Component): number | undefined => {
  const [value] = valuesOf(task, 'priority');
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 9 ? value : undefined;
};

const listed = (task: Component, listName: string, timeZone: string, reader: TimeReader): ListedTask => {
  const [due] = timesOf(task, 'due', reader);
  const [completed] = timesOf(task, 'completed', reader);
  const priority = priorityOf(task);
  const description = shownText(textOf(task, 'description'));
  const instant = due && instantOf(due);
  return {
    at: instant?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    ...(instant && due
      ? {
          dueDay: (due.isDay ? due.wall : instant.toZonedDateTimeISO(timeZone)).toPlainDate().toString(),
        }
      : {}),
    task: {
      id: shownLine(textOf(task, 'uid')) ?? 'unknown',
      title: shownLine(textOf(task, 'summary')) ?? '(no title)',
      ...(instant && due
        ? { due: due.isDay ? due.wall.toPlainDate().toString() : formatInZone(instant, timeZone) }
        : {}),
      status: statusOf(task),
      ...(priority === undefined ? {} : { priority }),
      ...(description === undefined ? {} : { description }),
      ...(completed === undefined ? {} : { completed: formatInZone(instantOf(completed), timeZone) }),
      listName,
    },
  };
};

/**
 * Reads the tasks of objects. A repeating task appears once, as its next occurrence, the way task programs
 * store it.
 */
export const readTasks = (
  texts: readonly string[],
  options: { readonly listName: string; readonly timeZone: string; readonly signal: AbortSignal },
): Promise<{ readonly items: readonly ListedTask[]; readonly skipped: number }> => {
  const { listName, timeZone, signal } = options;
  const local = zoneOf(timeZone);
  return readEach(texts, signal, (calendar) => {
    const reader = { zones: zonesIn(calendar), local };
    return byUid(calendar, 'vtodo').flatMap((components) => {
      const task = components.find(({ properties }) => !properties.has('recurrence-id')) ?? components[0];
      return task === undefined ? [] : [listed(task, listName, timeZone, reader)];
    });
  });
};
