import type { FollowUp } from './read-follow-up.ts';

/** What an answer begins with that was read together with a question before. */
export const readAsLine = (readAs: string): string =>
  `Read as: ${readAs}. What your question left out is taken from the one before.`;

/** What is answered to a question of which nothing tells what it leans on. */
export const unclearAnswer = ({ couldMean }: Extract<FollowUp, { kind: 'unclear' }>): string =>
  couldMean.length > 1
    ? `This question could be about ${couldMean.slice(0, -1).join(', ')} or ${couldMean.at(-1)}. Ask again and name the one you mean.`
    : 'This question does not say what it is about, and no question before it in this conversation does. Ask again and name the drug, the condition or the protocol.';
