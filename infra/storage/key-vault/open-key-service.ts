import type { KeyService } from '../../../ports/key-service.ts';
import type { KeyServiceConfiguration } from './key-service-configuration.ts';
import { createTransitKeyService } from './transit-key-service.ts';

/** The adapter of the configured service. The SDK of AWS is loaded by the first call. */
export const openKeyService = (configuration: KeyServiceConfiguration): KeyService => {
  if (configuration.kind === 'transit') return createTransitKeyService(configuration);
  const load = async (): Promise<KeyService> =>
    (await import('./aws-kms-key-service.ts')).createAwsKmsKeyService(configuration);
  return {
    wrap: async (key) => (await load()).wrap(key),
    unwrap: async (wrapped) => (await load()).unwrap(wrapped),
  };
};
