import { type ActionIntent, type ActionReading, askFor } from './action-intent.ts';
import type { Request } from './request-of.ts';
import { choicesOf, readTimePhrase } from './time-phrase.ts';

const CREATE = 'create_task';

const listing =
  /^(?:(?:what(?:'s|’s| is| are)|show(?: me)?|list|get)\s+)?(?:all\s+)?(?:of\s+)?my\s+(?:(open|completed|done|overdue)\s+)?(?:tasks?|to-?dos?|to-?do list|task list)(?:\s+list)?[?.!]?$/i;
const creating =
  /^(?:create|add|make|set up|note)\s+(?:me\s+)?(?:an?\s+)?(?:new\s+)?(?:task|to-?do)\b(?! force)(?:\s+item)?\s*(?::|to\b|for me to\b|called\b|for\b)?\s*/i;
const reminding = /^remind me\s+(?:to|that)\s+/i;
/** "Remind me tomorrow about the roster" is a task with a day; without one, it is a question. */
const remindingWhen = /^remind me\s+(?=(?:about|at|on|in|by|tomorrow|today|tonight|next|this)\b)/i;
const putting = /^(?:add|put) /i;
const ontoList = / (?:to|on|onto) my (?:tasks?|to-?dos?)(?: list)?\b/i;

/** "What are my open tasks?" */
export const readListTasks = ({ text }: Request): ActionIntent | undefined => {
  const found = listing.exec(text);
  if (!found) return undefined;
  const status = found[1]?.toLowerCase();
  // Overdue tasks are open tasks, shown with their due date.
  return {
    kind: 'call',
    tool: 'get_tasks',
    arguments: status === 'completed' || status === 'done' ? { status: 'completed' } : { status: 'open' },
  };
};

const taskIn = (text: string): string | undefined => {
  const head = creating.exec(text) ?? reminding.exec(text) ?? remindingWhen.exec(text);
  if (head) return text.slice(head[0].length);
  const onto = putting.test(text) ? ontoList.exec(text) : null;
  return onto ? `${text.slice(4, onto.index)}${text.slice(onto.index + onto[0].length)}` : undefined;
};

/** "Remind me to call the lab tomorrow." The day is optional. */
export const readCreateTask = (
  { text, isQuestion }: Request,
  { readTimes, now }: ActionReading,
): ActionIntent | undefined => {
  const said = isQuestion ? undefined : taskIn(text);
  if (said === undefined) return undefined;
  const when = readTimePhrase(said, readTimes);
  // "Remind me of the dose of amiodarone" is a question.
  const isOfWhen = remindingWhen.test(text) && !creating.test(text) && !reminding.test(text);
  if (isOfWhen && when.day === undefined && when.time === undefined) return undefined;
  const title = when.rest.replace(isOfWhen ? /^(?:to|about) /i : /^$/, '').replace(/^["'](.+)["']$/, '$1');
  if (title === '') return askFor(CREATE, 'What should be done?');
  if (when.isUnclear || (when.time !== undefined && when.day === undefined))
    return askFor(CREATE, `When is "${title}" due? Please give the day, and the time if it matters.`);
  const options = choicesOf(when);
  if (when.otherDay !== undefined || when.otherTime !== undefined)
    return {
      kind: 'ask',
      tool: CREATE,
      question: `When is "${title}" due? The time is ambiguous.`.slice(0, 1000),
      options: options.map((option) => ({ ...option, readAs: `Create a task to ${option.readAs}` })),
    };
  const due = when.day === undefined || when.time === undefined ? when.day : `${when.day}T${when.time}`;
  if (due !== undefined && due < now.slice(0, due.length))
    return askFor(CREATE, `${due.replace('T', ' ')} has passed. When is "${title}" due?`);
  return {
    kind: 'call',
    tool: CREATE,
    arguments: {
      title: `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`.slice(0, 200),
      ...(due === undefined ? {} : { due: due.includes('T') ? `${due}:00` : due }),
    },
  };
};
