import { createEnglishDictionary } from '../../infra/reading/language/english-dictionary.ts';
import { createNameHash } from '../../infra/storage/key-vault/name-hash.ts';

/** The dependencies for creating document keys, under a key of the tests. */
export const documentNames = {
  hash: createNameHash(new Uint8Array(32).fill(7)),
  dictionary: createEnglishDictionary(),
};
