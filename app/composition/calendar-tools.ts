import { createCalendarEvent } from '../../consumers/tools/calendar/create-calendar-event.ts';
import { getCalendarEvents } from '../../consumers/tools/calendar/get-calendar-events.ts';
import { createTask } from '../../consumers/tools/task/create-task.ts';
import { getTasks } from '../../consumers/tools/task/get-tasks.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createAskCalendars } from '../../infra/services/calendar/ask-calendars.ts';
import { createCalendars } from '../../infra/services/calendar/create-calendars.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { Configuration } from '../configuration/configuration.ts';

type CalendarToolParts = {
  readonly configuration: Pick<Configuration, 'calendar'>;
  readonly metrics: Metrics;
  readonly health: ComponentMonitor;
};

/** The tools for people's calendars and tasks. */
export const calendarTools = (parts: CalendarToolParts): readonly RegisteredTool[] => {
  const { configuration, metrics, health } = parts;
  const { calendar } = configuration;
  const onPremises = calendar?.onPremises ?? true;
  const calendars =
    calendar &&
    createCalendars({
      configuration: calendar,
      ask: createAskCalendars({ onPremises, metrics, health }),
      clock: systemClock,
    });
  const services = { calendars, onPremises };
  return [
    getCalendarEvents(services),
    createCalendarEvent(services),
    getTasks(services),
    createTask(services),
  ];
};
