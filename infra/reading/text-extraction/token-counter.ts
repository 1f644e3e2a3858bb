import { createRequire, findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

type Encoding = typeof import('gpt-tokenizer/encoding/cl100k_base');

const require = createRequire(import.meta.url);

/**
 * Loads the encoding on first use, because its tables cost 70 MB and a quarter of a second. Loads it by path: only
 * the ES modules of the package are installed, but `require` by name resolves to the others.
 */
const loadEncoding = (): Encoding => {
  const manifest = findPackageJSON('gpt-tokenizer', import.meta.url);
  if (manifest === undefined) throw new Error('The package gpt-tokenizer is not installed.');
  return require(join(dirname(manifest), 'esm/encoding/cl100k_base.js'));
};

let encoding: Encoding | undefined;

/** Counts a control token such as `<|endoftext|>` in a passage as ordinary text. */
const plainText = { disallowedSpecial: new Set<string>() };

/** Counts the tokens of a text in OpenAI's cl100k_base encoding, the unit of the chunking policies. */
export const countCl100kTokens = (text: string): number => {
  encoding ??= loadEncoding();
  return encoding.countTokens(text, plainText);
};
