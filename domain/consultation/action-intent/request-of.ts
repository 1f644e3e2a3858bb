/** Longer texts are no request for an action: an action by rules is a sentence, or two with what was missing. */
const LONGEST = 1000;

const politeness =
  /^(?:(?:please|hi|hello|hey|ok|okay),?\s+)?(?:(?:can|could|would|will) you (?:please )?|i(?: would|'d) like (?:you )?to |i (?:want|need) (?:you )?to |please )?/i;
const isAsked = /^(?:(?:please|hi|hello|hey|ok|okay),?\s+)?(?:can|could|would|will) you\b/i;

/** A text as a request: what is asked for, without the politeness before it. */
export type Request = {
  readonly text: string;
  /** Whether it ends as questions do, and not as a polite request. */
  readonly isQuestion: boolean;
};

/** The request in a text; `undefined` for what is no sentence of a person. */
export const requestOf = (text: string): Request | undefined => {
  const said = text.trim().replace(/\s+/g, ' ');
  if (said === '' || said.length > LONGEST || !/^[\p{L}"']/u.test(said)) return undefined;
  const polite = politeness.exec(said)?.[0] ?? '';
  return {
    text: said.slice(polite.length),
    isQuestion: said.includes('?') && !isAsked.test(said),
  };
};
