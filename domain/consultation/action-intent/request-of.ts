/** Longer texts are not requests: a request is a sentence, or two with the missing details. */
const LONGEST = 1000;

const politeness =
  /^(?:(?:please|hi|hello|hey|ok|okay),?\s+)?(?:(?:can|could|would|will) you (?:please )?|i(?: would|'d) like (?:you )?to |i (?:want|need) (?:you )?to |please )?/i;
const isAsked = /^(?:(?:please|hi|hello|hey|ok|okay),?\s+)?(?:can|could|would|will) you\b/i;

/** A request without its polite opening. */
export type Request = {
  readonly text: string;
  /** Whether it ends like a question rather than a polite request. */
  readonly isQuestion: boolean;
};

/** Returns the request in a text; `undefined` if the text is not a sentence written by a person. */
export const requestOf = (text: string): Request | undefined => {
  const said = text.trim().replace(/\s+/g, ' ');
  if (said === '' || said.length > LONGEST || !/^[\p{L}"']/u.test(said)) return undefined;
  const polite = politeness.exec(said)?.[0] ?? '';
  return {
    text: said.slice(polite.length),
    isQuestion: said.includes('?') && !isAsked.test(said),
  };
};
