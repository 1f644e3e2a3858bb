/** The entry of the hooks for React. */
export { type AnswerPanel, useAnswer } from './use-answer.ts';
export { type ToolActivityView, useToolActivity } from './use-tool-activity.ts';
export { type ToolConfirmationDialog, useToolConfirmation } from './use-tool-confirmation.ts';
