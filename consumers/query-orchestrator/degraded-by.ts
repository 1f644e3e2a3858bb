import type { CommandOf } from '../../domain/consultation/query-commands.ts';

type AnswerCommand = CommandOf<'AnswerQuery'>;

/** The same answer with what it must be read with as well. */
export const degradedBy = (answer: AnswerCommand, warning: string): AnswerCommand => ({
  ...answer,
  warnings: [warning, ...answer.warnings],
  degraded: true,
});
