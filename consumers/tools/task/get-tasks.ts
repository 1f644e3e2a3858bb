import { z } from 'zod';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { calendarsOf, calendarTerms } from '../calendar/calendar-terms.ts';
import type { CalendarToolServices } from '../calendar/calendar-tool-services.ts';
import { defineTool } from '../define-tool.ts';

const argumentsSchema = z.strictObject({
  status: z
    .enum(['open', 'completed', 'all'])
    .default('open')
    .describe('Which tasks; by default those still to be done'),
  due_by: z.iso
    .date({ error: 'must be a date, such as 2024-01-15' })
    .nullish()
    .describe('Only tasks due on or before this day, as YYYY-MM-DD'),
  list_name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .nullish()
    .describe('Only the task list with this name; all lists by default'),
  max_results: z
    .int()
    .min(1)
    .max(100)
    .nullish()
    .default(50)
    .describe('Maximum number of tasks, from 1 to 100'),
});

const resultSchema = z.strictObject({
  tasks: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      due: z.string().nullable().describe("A date, or ISO 8601 with the offset of the calendar's time zone"),
      status: z.enum(['needs_action', 'in_process', 'completed', 'cancelled']),
      priority: z.int().nullable().describe('From 1, the highest, to 9'),
      description: z.string().nullable(),
      completed: z.string().nullable().describe('When it was completed'),
      list_name: z.string(),
    }),
  ),
  total_count: z.int().describe('Number of tasks found, including those not returned'),
  skipped_count: z
    .int()
    .optional()
    .describe(
      'Number of stored tasks or whole lists that could not be read, if any; they may be missing from the list',
    ),
});

/** `get_tasks` (tools, "Future Tools"): VTODO of the task lists on the calendar server. */
export const getTasks = (services: CalendarToolServices): RegisteredTool =>
  defineTool({
    name: 'get_tasks',
    category: 'task',
    description:
      "Lists the user's tasks by due date, then by priority. skipped_count is the number of stored tasks or lists that could not be read.",
    arguments: argumentsSchema,
    result: resultSchema,
    ...calendarTerms(services),
    requiresConfirmation: false,
    riskLevel: 'low',
    handler: async ({ status, due_by, list_name, max_results }, { user, signal, phi }) => {
      phi();
      const { items, total, skipped } = await calendarsOf(services).findTasks({
        user,
        status,
        dueBy: due_by ?? undefined,
        listName: list_name ?? undefined,
        limit: max_results ?? 50,
        signal,
      });
      return {
        tasks: items.map(({ id, title, status: of, listName, ...task }) => ({
          id,
          title,
          due: task.due ?? null,
          status: of,
          priority: task.priority ?? null,
          description: task.description ?? null,
          completed: task.completed ?? null,
          list_name: listName,
        })),
        total_count: total,
        ...(skipped === 0 ? {} : { skipped_count: skipped }),
      };
    },
  });
