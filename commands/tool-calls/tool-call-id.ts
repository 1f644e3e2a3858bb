import type { IdentitySource } from '../../ports/identity.ts';

/** A call as a model announced it. */
type ModelCallReference = {
  /** The question, session or conversation that it belongs to. */
  readonly of: string;
  readonly modelCallId: string;
  /** For whom it is. */
  readonly person: string;
};

/** The id of a call that a model announced: the same call, however often it is announced, is one call. */
export const toolCallIdOf = (
  { of, modelCallId, person }: ModelCallReference,
  { derivedId }: Pick<IdentitySource, 'derivedId'>,
): string => derivedId(of, `tool call ${JSON.stringify([person, modelCallId])}`);
