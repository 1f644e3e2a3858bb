import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';

/** Text is text: a passage that spells out a control token such as `<|endoftext|>` is counted by its letters. */
const plainText = { disallowedSpecial: new Set<string>() };

/** Counts the tokens of a text in OpenAI's cl100k_base encoding, in which the chunking policies are stated. */
export const countCl100kTokens = (text: string): number => countTokens(text, plainText);
