import { Failure, failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import {
  alternativeKeyOf,
  docKeyOf,
  documentNameOf,
  formerDocKeyOf,
} from '../../domain/knowledge/doc-key.ts';
import { documentDecider, hasFileNamed } from '../../domain/knowledge/document-decider.ts';
import type { SourceType } from '../../domain/knowledge/source-type.ts';
import { isHarmlessFileName, nameContainsPhi } from '../../domain/privacy/harmless-file-name.ts';
import { ERASED_TEXT } from '../../domain/privacy/sensitive.ts';
import type { CommandServices } from '../runtime/command-definition.ts';
import { loadState } from '../runtime/execute-decider.ts';

/** The most documents whose names may reduce to the same key before the caller must choose another. */
const MAX_ALTERNATIVES = 8;
/** Hex digits of a keyed hash in a key: 64 bits distinguish names with the same spelling. */
const ALTERNATIVE_DIGITS = 16;

type NamedFile = {
  readonly sourceType: SourceType;
  readonly fileName: string;
  /** The source of the key instead of the file name, such as the file's path. */
  readonly keyFrom?: string | undefined;
  readonly containsPhi: boolean;
};

type Services = Pick<CommandServices, 'eventStore' | 'states' | 'documentNames'>;

const keyStatusOf = async (services: Services, docKey: string, fileName: string) => {
  const { state } = await loadState(services, documentDecider, streamIdOf('document', docKey));
  if (state.status === 'unknown') return 'free';
  if (hasFileNamed(state, fileName)) return 'ours';
  return hasFileNamed(state, ERASED_TEXT) ? 'erased' : 'taken';
};

/** A process that sends files repeatedly must not bring back a document that two people agreed to erase. */
const isErased = (): Failure =>
  new Failure(
    failure(
      'rule_violated',
      'A document with this name has been erased. If this is another one, give a docKey.',
    ),
  );

/**
 * The key of a document whose uploader gives none: the key of the document that already has this file name, or else
 * an unused one. A keyed hash replaces the name when it holds or may hold PHI, or the document is said to. A document
 * ingested before keys were derived like this keeps its key; otherwise its former version would stay in search
 * alongside the new one.
 */
export const chooseDocKey = async (file: NamedFile, services: Services): Promise<string> => {
  const { sourceType, fileName, keyFrom = fileName, containsPhi } = file;
  const { hash, dictionary } = services.documentNames;
  const name = documentNameOf(keyFrom);
  const isSecret = containsPhi || nameContainsPhi(name, sourceType);
  const former = formerDocKeyOf(sourceType, keyFrom);
  const formerStatus = await keyStatusOf(services, former, fileName);
  if (formerStatus === 'ours') return former;
  if (formerStatus === 'erased') throw isErased();
  const isPlain = !isSecret && sourceType !== 'note' && isHarmlessFileName(name, dictionary);
  const wished = isPlain ? docKeyOf(sourceType, keyFrom) : `${sourceType}-${hash(name)}`;
  for (let attempt = 0; attempt <= MAX_ALTERNATIVES; attempt += 1) {
    const digest = hash(`${attempt}\n${name}`).slice(0, ALTERNATIVE_DIGITS);
    const docKey = attempt === 0 ? wished : alternativeKeyOf(wished, digest);
    const keyStatus = await keyStatusOf(services, docKey, fileName);
    if (keyStatus === 'erased') throw isErased();
    if (keyStatus !== 'taken') return docKey;
  }
  throw new Failure(
    failure(
      'conflict',
      'All keys that can be derived from the file name are taken by other documents. Give a docKey.',
    ),
  );
};
