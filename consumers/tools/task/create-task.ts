import { z } from 'zod';
import { readMoment } from '../../../domain/tools/calendar/moment.ts';
import { plainLine, plainText } from '../../../domain/tools/calendar/plain-text.ts';
import { confirmationText } from '../../../domain/tools/confirmation-text.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { calendarsOf, calendarTerms } from '../calendar/calendar-terms.ts';
import type { CalendarToolServices } from '../calendar/calendar-tool-services.ts';
import { defineTool } from '../define-tool.ts';

const argumentsSchema = z.strictObject({
  title: z.string().max(200).transform(plainLine).pipe(z.string().min(1)).describe('What to do, on one line'),
  due: z
    .string()
    .max(40)
    .refine((text) => readMoment(text) !== undefined, 'must be an ISO 8601 date, or date and time')
    .nullish()
    .describe(
      "Due date: YYYY-MM-DD, or ISO 8601 date and time; without an offset it is in the calendar's time zone",
    ),
  priority: z.int().min(1).max(9).nullish().describe('From 1, the highest, to 9; 5 is medium (RFC 5545)'),
  description: z.string().max(4000).transform(plainText).nullish().describe('Notes on the task'),
  list_name: z
    .string()
    .max(100)
    .transform(plainLine)
    .nullish()
    .prefault('Default')
    .describe("The task list to write to; 'Default' is the user's default list"),
});

const resultSchema = z.strictObject({
  task_id: z.string(),
  title: z.string(),
  due: z.string().nullable(),
  list_name: z.string(),
  created: z.boolean(),
  message: z.string(),
});

/** `create_task` (tools, "Future Tools"): a VTODO in a task list on the calendar server. */
export const createTask = (services: CalendarToolServices): RegisteredTool =>
  defineTool({
    name: 'create_task',
    category: 'task',
    description:
      "Adds a task to one of the user's task lists, after the user has confirmed it. Each call adds one task.",
    arguments: argumentsSchema,
    result: resultSchema,
    ...calendarTerms(services),
    requiresConfirmation: true,
    riskLevel: 'medium',
    confirmationPrompt: ({ title, due, priority, description, list_name }) => {
      const moment = readMoment(due ?? '');
      const isLocal = moment?.time !== undefined && moment.offset === undefined;
      return confirmationText("I'd like to create a task:", {
        Title: title,
        Due: due && isLocal ? `${due} (${services.calendars?.timeZone ?? 'UTC'})` : (due ?? '(none)'),
        Priority: priority ?? undefined,
        Description: description ?? undefined,
        List: list_name ?? 'Default',
      });
    },
    handler: async ({ title, due, priority, description, list_name }, context) => {
      const { user, idempotencyKey, signal, phi } = context;
      phi();
      const task = await calendarsOf(services).createTask({
        user,
        key: idempotencyKey,
        draft: {
          title,
          due: due ?? undefined,
          priority: priority ?? undefined,
          description: description ?? undefined,
        },
        listName: list_name ?? 'Default',
        signal,
      });
      return {
        task_id: task.id,
        title: task.title,
        due: task.due ?? null,
        list_name: task.listName,
        created: true,
        message: 'Task created successfully',
      };
    },
  });
