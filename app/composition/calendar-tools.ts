import { createCalendarEvent } from '../../consumers/tools/calendar/create-calendar-event.ts';
import { getCalendarEvents } from '../../consumers/tools/calendar/get-calendar-events.ts';
import { createTask } from '../../consumers/tools/task/create-task.ts';
import { getTasks } from '../../consumers/tools/task/get-tasks.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createAskCalendars } from '../../infra/services/calendar/ask-calendars.ts';
import type { CalendarConfiguration } from '../../infra/services/calendar/calendar-configuration.ts';
import type { Calendars } from '../../ports/calendars.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { Configuration } from '../configuration/configuration.ts';

type CalendarToolParts = {
  readonly configuration: Pick<Configuration, 'calendar'>;
  readonly metrics: Metrics;
  readonly health: ComponentMonitor;
};

const openCalendars = async (
  configuration: CalendarConfiguration,
  { metrics, health }: CalendarToolParts,
): Promise<Calendars> => {
  const { createCalendars } = await import('../../infra/services/calendar/create-calendars.ts');
  const { onPremises } = configuration;
  const ask = createAskCalendars({ onPremises, metrics, health });
  return createCalendars({ configuration, ask, clock: systemClock });
};

/** The tools for people's calendars and tasks. */
export const calendarTools = async (parts: CalendarToolParts): Promise<readonly RegisteredTool[]> => {
  const { calendar } = parts.configuration;
  const onPremises = calendar?.onPremises ?? true;
  const calendars = calendar && (await openCalendars(calendar, parts));
  const services = { calendars, onPremises };
  return [
    getCalendarEvents(services),
    createCalendarEvent(services),
    getTasks(services),
    createTask(services),
  ];
};
