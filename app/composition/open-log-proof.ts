import { randomUUID } from 'node:crypto';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { KeyWrapping } from '../../infra/storage/key-vault/key-wrapping.ts';
import { createCheckpointSigner } from '../../infra/storage/log-proof/checkpoint-signer.ts';
import { createLogProofs } from '../../infra/storage/log-proof/create-log-proofs.ts';
import { createLogTree } from '../../infra/storage/log-proof/create-log-tree.ts';
import { createSealedExport } from '../../infra/storage/log-proof/create-sealed-export.ts';
import { createPostgresTileStore } from '../../infra/storage/log-proof/postgres-tile-store.ts';
import { createVerifiedPlaces } from '../../infra/storage/log-proof/verified-place.ts';
import type { CheckpointSigner } from '../../ports/checkpoint-signer.ts';
import type { Database } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { LogProofs } from '../../ports/log-proofs.ts';
import type { LogTree } from '../../ports/log-tree.ts';
import type { Logger } from '../../ports/logger.ts';
import type { WriteSealedExport } from '../../ports/sealed-export.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** The tree over the log, what signs it, and proofs from it. */
export type LogProof = {
  readonly tree: LogTree;
  readonly signer: CheckpointSigner;
  readonly proofs: LogProofs;
  readonly writeSealedExport: WriteSealedExport;
};

export const openLogProof = ({
  configuration,
  database,
  unguardedStore: eventStore,
  wrapping,
  dataDirectory: { path: folder },
  logger,
}: {
  readonly configuration: Pick<Configuration, 'sealing'>;
  readonly database: Database;
  readonly unguardedStore: Pick<EventStore, 'readStored'>;
  readonly wrapping: KeyWrapping;
  readonly dataDirectory: { readonly path: string };
  readonly logger: Logger;
}): LogProof => {
  const tiles = createPostgresTileStore(database);
  const tree = createLogTree({ eventStore, tiles });
  const signer = createCheckpointSigner({
    database,
    wrapping,
    folder,
    newId: randomUUID,
    ...omitUndefined({ origin: configuration.sealing.origin }),
  });
  const proofs = createLogProofs({
    eventStore,
    tiles,
    tree,
    logger,
    places: createVerifiedPlaces(database, wrapping, Date.now),
  });
  return { tree, signer, proofs, writeSealedExport: createSealedExport({ eventStore, proofs, signer }) };
};
