import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

type Encoding = typeof import('gpt-tokenizer/encoding/cl100k_base');

const require = createRequire(import.meta.url);

/**
 * The tables of the encoding take 70 MB and a quarter of a second, so they are loaded when something is counted. By its
 * path: of the package only the ES modules are kept, and who requires it by its name is led to the others.
 */
const loadEncoding = (): Encoding => {
  const manifest = findPackageJSON('gpt-tokenizer', import.meta.url);
  if (manifest === undefined) throw new Error('The package gpt-tokenizer is not installed.');
  return require(join(dirname(manifest), 'esm/encoding/cl100k_base.js'));
};

let encoding: Encoding | undefined;

/** Text is text: a passage that spells out a control token such as `<|endoftext|>` is counted by its letters. */
const plainText = { disallowedSpecial: new Set<string>() };

/** Counts the tokens of a text in OpenAI's cl100k_base encoding, in which the chunking policies are stated. */
export const countCl100kTokens = (text: string): number => {
  encoding ??= loadEncoding();
  return encoding.countTokens(text, plainText);
};
