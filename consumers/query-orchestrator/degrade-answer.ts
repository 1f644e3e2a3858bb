import type { CommandOf } from '../../domain/consultation/query-commands.ts';

type AnswerCommand = CommandOf<'AnswerQuery'>;

/** Adds a warning to an answer and marks it as degraded. */
export const degradeAnswer = (answer: AnswerCommand, warning: string): AnswerCommand => ({
  ...answer,
  warnings: [warning, ...answer.warnings],
  degraded: true,
});
