import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { openLogProof } from '../../app/composition/open-log-proof.ts';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { systemCaller } from '../../commands/runtime/system-caller.ts';
import { sealingDecider, sealingStream } from '../../domain/operations/sealing-decider.ts';
import { createKeyWrapping } from '../../infra/storage/key-vault/key-wrapping.ts';
import { createPostgresTileStore } from '../../infra/storage/log-proof/postgres-tile-store.ts';
import type { Database } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import { silentLogger } from '../../ports/logger.ts';

type LogParts = { readonly database: Database; readonly eventStore: EventStore };

/** The tree, the signer and the proofs of a log, as the program wires them. */
export const openLogProofParts = ({
  database,
  eventStore,
  folder = tmpdir(),
}: LogParts & { readonly folder?: string }) => ({
  ...openLogProof({
    configuration: { sealing: { origin: 'log.example/test', everyEvents: 1, everySeconds: 1 } },
    database,
    unguardedStore: eventStore,
    wrapping: createKeyWrapping(new Uint8Array(32)),
    dataDirectory: { path: folder },
    logger: silentLogger,
  }),
  tiles: createPostgresTileStore(database),
});

/** Signs a checkpoint of the whole log at once, as the sealer does in its time. Returns its size. */
export const sealLog = async (
  parts: LogParts & { readonly identity: IdentitySource; readonly folder?: string },
): Promise<number> => {
  const { tree, signer } = openLogProofParts(parts);
  const edge = await tree.open(undefined, new AbortController().signal);
  if (!edge) throw new Error('unreachable');
  await tree.grow(edge, Number.MAX_SAFE_INTEGER, new AbortController().signal);
  await tree.store(edge);
  const verifierKey = (await signer.verifierKey()) ?? (await signer.makeKey());
  const [size, root] = [edge.size(), edge.root()];
  const note = await signer.sign({ size, root });
  await executeDecider({
    decider: sealingDecider,
    streamId: sealingStream,
    commands: [
      { type: 'RecordCheckpoint', size, root: Buffer.from(root).toString('hex'), note, verifierKey },
    ],
    context: contextOf(systemCaller('sealer', randomUUID()), { commandId: randomUUID() }),
    services: parts,
  });
  return size;
};
