import type { StreamCategory } from '../kernel/event.ts';

/** Streams begun by a particular person, or that show who has read or done what about whom. */
const personalCategories: readonly StreamCategory[] = [
  'conversation',
  'query',
  'tool_call',
  'access',
  'subject',
  'grant',
  'preferences',
];

/** Whether streams of a category belong to people; those of the others are the installation's. */
export const isPersonalCategory = (category: StreamCategory): boolean =>
  personalCategories.includes(category);
