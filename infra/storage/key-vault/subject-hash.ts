import { createHmac } from 'node:crypto';
import { deriveKey } from './derive-key.ts';

/**
 * Hashes subjects (hex) with a key that is derived from the installation's secret: a list of likely subjects cannot be
 * matched against a copy of the table of keys.
 */
export const createSubjectHash = (installationSecret: Uint8Array): ((subject: string) => string) => {
  const hashingKey = deriveKey(installationSecret, 'anamnesis vault subject hash v1');
  return (subject) => createHmac('sha256', hashingKey).update(subject, 'utf8').digest('hex');
};
