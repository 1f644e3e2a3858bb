import type { ToolFacts } from './tool-definition.ts';

/** Which tools may be called for a question: all, only those that need no agreement, or none. */
export const toolsInQuestions = ['all', 'read_only', 'off'] as const;
export type ToolsInQuestions = (typeof toolsInQuestions)[number];

/** Whether a tool may be called for a question. */
export const isAllowedForQuestions = (
  { requiresConfirmation }: Pick<ToolFacts, 'requiresConfirmation'>,
  allowed: ToolsInQuestions,
): boolean => allowed === 'all' || (allowed === 'read_only' && !requiresConfirmation);
