import { z } from 'zod';
import { uuidSchema } from '../kernel/identifiers.ts';
import { fullSubjectSchema } from '../privacy/subject-reference.ts';
import type { AccessTarget } from './access-target.ts';

/** The target of a break-glass grant: one conversation, one question, or all of both about one data subject. */
export const breakGlassTargetSchema = z.union([
  z.strictObject({ conversationId: uuidSchema }),
  z.strictObject({ queryId: uuidSchema }),
  z.strictObject({ subject: fullSubjectSchema }),
]);
export type BreakGlassTarget = z.output<typeof breakGlassTargetSchema>;

/** The facts about a thing that a person wants to read. */
type Thing = {
  readonly target: AccessTarget;
  /** The conversation that a question is in. */
  readonly conversationId?: string | undefined;
  /** The data subject that it concerns. */
  readonly subject?: string | undefined;
};

/** True when a grant for a target covers a thing. */
export const grantCovers = (
  granted: BreakGlassTarget,
  { target, conversationId, subject }: Thing,
): boolean => {
  if ('subject' in granted) return granted.subject === subject;
  if ('queryId' in granted) return target.kind === 'query' && target.id === granted.queryId;
  return granted.conversationId === (target.kind === 'conversation' ? target.id : conversationId);
};
