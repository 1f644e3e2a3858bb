import type { Fingerprint } from '../../domain/consultation/counted-question.ts';
import type { DataDirectory } from '../../infra/installation/data-directory/open-data-directory.ts';
import { sharedTokenSecret } from '../../infra/services/auth/share-token-secret.ts';
import { createKeyRotation } from '../../infra/storage/key-vault/create-key-rotation.ts';
import type { KeyRing } from '../../infra/storage/key-vault/key-ring.ts';
import {
  loadMasterKey,
  loadPreviousMasterKey,
  masterKeyAdvice,
} from '../../infra/storage/key-vault/master-key.ts';
import { masterKeyPlaceOf } from '../../infra/storage/key-vault/master-key-place.ts';
import { createNameHash } from '../../infra/storage/key-vault/name-hash.ts';
import {
  createPostgresKeyVault,
  type PostgresKeyVault,
} from '../../infra/storage/key-vault/postgres-key-vault.ts';
import { createQuestionFingerprint } from '../../infra/storage/key-vault/question-fingerprint.ts';
import { readMasterKeyCheck } from '../../infra/storage/key-vault/wrapped-keys.ts';
import { checkpointSigningKey } from '../../infra/storage/log-proof/checkpoint-signer.ts';
import type { Database } from '../../ports/database.ts';
import type { KeyRotation } from '../../ports/key-rotation.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** The keys of an installation, and what derives from them. */
export type Keys = {
  /** 32 bytes from which hashes derive, the same for as long as the installation exists. */
  readonly installationSecret: Uint8Array;
  /**
   * 32 bytes from which keys for content that lives for minutes derive: the configured master key, so that a former one
   * does not open it. Nodes with different ones read nothing of each other's.
   */
  readonly passingSecret: Uint8Array;
  readonly keyRing: KeyRing;
  readonly keyRotation: KeyRotation;
  /** Advice about the location of the master key, if any. */
  readonly masterKeyAdvice: string | undefined;
  /** The fingerprint by which equal questions are counted without their text. */
  readonly fingerprint: Fingerprint;
  /** The hash for document keys whose names may contain PHI. */
  readonly nameHash: Fingerprint;
};

/**
 * Loads the master key, and the previous one if it is being replaced, and opens the vault with them.
 *
 * @throws Failure `unavailable` when a key is missing, or not that of the database
 */
export const openKeys = async (
  configuration: Configuration,
  database: Database,
  dataDirectory: Pick<DataDirectory, 'path' | 'keys'>,
): Promise<{ readonly vault: PostgresKeyVault; readonly keys: Keys }> => {
  const place = masterKeyPlaceOf(configuration, dataDirectory.keys);
  const masterKey = await loadMasterKey({
    ...place,
    // Keys wrapped with a lost master key need that key, not a new one.
    mayMake: (await readMasterKeyCheck(database)) === undefined,
  });
  const vault = await createPostgresKeyVault({
    database,
    masterKey,
    previousMasterKey: await loadPreviousMasterKey(place, masterKey),
  });
  const { keyRing } = vault;
  const { installationSecret } = keyRing;
  return {
    vault,
    keys: {
      installationSecret,
      passingSecret: masterKey,
      keyRing,
      keyRotation: createKeyRotation({
        database,
        ring: keyRing,
        otherSecrets: [sharedTokenSecret, checkpointSigningKey],
      }),
      masterKeyAdvice: await masterKeyAdvice(dataDirectory.path, place),
      fingerprint: createQuestionFingerprint(installationSecret),
      nameHash: createNameHash(installationSecret),
    },
  };
};
