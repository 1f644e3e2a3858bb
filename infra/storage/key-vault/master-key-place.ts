import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { MasterKeyPlace } from './master-key.ts';
import type { MasterKeyConfiguration } from './master-key-configuration.ts';
import { openKeyService } from './open-key-service.ts';

/** The configured place of the master key; `keys` is the folder of that name in the data directory. */
export const masterKeyPlaceOf = (
  { masterKey, masterKeyFile, previousMasterKeyFile, keyService }: MasterKeyConfiguration,
  keys: string,
): MasterKeyPlace => ({
  dataDirectory: keys,
  ...omitUndefined({
    configured: masterKey,
    file: masterKeyFile,
    previous: previousMasterKeyFile,
    service: keyService && openKeyService(keyService),
  }),
});
