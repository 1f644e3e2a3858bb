import type { IdentitySource } from '../../ports/identity.ts';

/** A call as a model announced it. */
type ModelCallReference = {
  /** The question, session or conversation of the call. */
  readonly of: string;
  readonly modelCallId: string;
  /** The person for whom the tool is called. */
  readonly person: string;
};

/** The id of a call that a model announced: the same however often the call is announced. */
export const toolCallIdOf = (
  { of, modelCallId, person }: ModelCallReference,
  { derivedId }: Pick<IdentitySource, 'derivedId'>,
): string => derivedId(of, `tool call ${JSON.stringify([person, modelCallId])}`);
