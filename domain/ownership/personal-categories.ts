import type { StreamCategory } from '../kernel/event.ts';

/** Categories of streams that a person began, or that show who read or did what about whom. */
const personalCategories: readonly StreamCategory[] = [
  'conversation',
  'query',
  'tool_call',
  'access',
  'subject',
  'grant',
  'preferences',
];

/** True when streams of a category belong to people; the others belong to the installation. */
export const isPersonalCategory = (category: StreamCategory): boolean =>
  personalCategories.includes(category);
