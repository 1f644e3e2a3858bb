import type { ToolFacts } from './tool-definition.ts';

/** The tools that may be called for a question: all, only those that need no confirmation, or none. */
export const toolsInQuestions = ['all', 'read_only', 'off'] as const;
export type ToolsInQuestions = (typeof toolsInQuestions)[number];

/** True when a tool may be called for a question. */
export const isAllowedForQuestions = (
  { requiresConfirmation }: Pick<ToolFacts, 'requiresConfirmation'>,
  allowed: ToolsInQuestions,
): boolean => allowed === 'all' || (allowed === 'read_only' && !requiresConfirmation);
