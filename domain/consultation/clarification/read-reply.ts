import { type FailureReason, refuse } from '../../kernel/failure.ts';
import { ok, type Result } from '../../kernel/result.ts';
import type { Clarification } from './clarification.ts';
import { containsPhrase, wordingOf } from './wording.ts';

/** An interpreted reply: the chosen option, if any, and the question to search now. */
type Reply = { readonly readAs: string; readonly option?: string };

/** The only option whose label contains all words of a reply ("type 2", "the acute one"). */
const optionSaid = (
  text: string,
  options: Clarification['options'],
): Clarification['options'][number] | undefined => {
  const words = wordingOf(text)
    .split(' ')
    .filter((word) => word !== '' && !['the', 'one', 'a', 'an', 'it', 'is', 'option'].includes(word));
  if (words.length === 0) return undefined;
  const [numbered] = words.length === 1 ? options.filter(({ id }) => id === words[0]) : [];
  if (numbered !== undefined) return numbered;
  const fitting = options.filter(({ label }) =>
    words.every((word) => containsPhrase(wordingOf(label), word)),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
};

/**
 * Interprets the reply to a clarifying question. A chosen option determines the question; so does a text that matches
 * exactly one option. Any other text is appended to the question. Refuses with `validation_error` an option that was
 * not offered and an empty reply.
 */
export const readReply = (
  question: string,
  options: Clarification['options'],
  reply: { readonly option?: string | undefined; readonly text?: string | undefined },
): Result<Reply, FailureReason> => {
  if (reply.option !== undefined) {
    const chosen = options.find(({ id }) => id === reply.option);
    return chosen === undefined
      ? refuse(
          'validation_error',
          `This option was not offered. The options are: ${options.map(({ id }) => id).join(', ')}.`,
        )
      : ok({ readAs: chosen.readAs, option: chosen.id });
  }
  const text = reply.text?.trim() ?? '';
  if (text === '') return refuse('validation_error', 'A reply needs an option or a text.');
  const said = optionSaid(text, options);
  return ok(
    said === undefined ? { readAs: `${question}, ${text}` } : { readAs: said.readAs, option: said.id },
  );
};
