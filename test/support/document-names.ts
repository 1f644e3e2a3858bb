import { createNameHash } from '../../infra/key-vault/name-hash.ts';
import { createEnglishDictionary } from '../../infra/language/english-dictionary.ts';

/** What keys of documents are made with, under a key of the tests. */
export const documentNames = {
  hash: createNameHash(new Uint8Array(32).fill(7)),
  dictionary: createEnglishDictionary(),
};
