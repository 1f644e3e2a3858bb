import { readAsLine } from '../../domain/consultation/follow-up/say-follow-up.ts';
import type { ExcerptsAnswer } from './excerpts-answer.ts';
import type { ResolvedQuestion } from './resolve-question.ts';

/** The text before a model's words: how the question was read, and known patient facts that speak against it. */
export const answerPreamble = (
  { followUp }: Pick<ResolvedQuestion, 'followUp'>,
  { remarks }: Pick<ExcerptsAnswer, 'remarks'>,
): string =>
  [...(followUp.kind === 'dependent' ? [readAsLine(followUp.readAs)] : []), ...remarks.ofPatient]
    .map((line) => `${line}\n\n`)
    .join('');
