import type { Database } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';
import { readSharedFact, setSharedFact } from '../../storage/database/shared-facts.ts';
import { createKeyedHash } from '../../storage/key-vault/keyed-hash.ts';
import type { JwtConfiguration } from './jwt-configuration.ts';

/**
 * Warns when this node's JWT settings differ from those of the node that started last: one node would accept
 * a person whom the next refuses. The stored digest of the settings is keyed, so it is useless without the
 * installation's secret.
 */
export const compareJwtSource = async (
  database: Database,
  installationSecret: Uint8Array,
  jwt: JwtConfiguration | undefined,
  logger: Logger,
): Promise<void> => {
  if (database.kind === 'embedded') return;
  const own = createKeyedHash(
    installationSecret,
    'anamnesis source of JWTs v1',
  )(JSON.stringify([jwt?.secret, jwt?.jwksUrl, jwt?.issuer, jwt?.audience]));
  const last = await readSharedFact(database, 'jwt-source');
  if (last === own) return;
  if (last !== undefined)
    logger.warn(
      { component: 'authentication' },
      'JWT_SECRET, JWKS_URL, JWT_ISSUER or JWT_AUDIENCE differ from those of the node that started last on this database. ' +
        'Use the same settings on all nodes.',
    );
  await setSharedFact(database, 'jwt-source', own);
};
