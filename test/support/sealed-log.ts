import { checkpointText } from '../../domain/audit/merkle/checkpoint.ts';
import { createLogProofs } from '../../infra/storage/log-proof/create-log-proofs.ts';
import { createLogTree } from '../../infra/storage/log-proof/create-log-tree.ts';
import type { TreeHead } from '../../ports/checkpoint-signer.ts';
import type { WitnessRequest } from '../../ports/checkpoint-witness.ts';
import type { StoredEvent } from '../../ports/event-store.ts';
import { silentLogger } from '../../ports/logger.ts';
import { createInMemoryTiles } from './in-memory-tiles.ts';
import type { signingKey } from './signing.ts';
import { storedLogOf } from './stored-log.ts';

const never = new AbortController().signal;

/** A log of stored events, of which a checkpoint of any size can be signed and submitted to a witness. */
export const sealedLogOf = async (events: readonly StoredEvent[], signer: ReturnType<typeof signingKey>) => {
  const [eventStore, tiles] = [storedLogOf(events), createInMemoryTiles()];
  const tree = createLogTree({ eventStore, tiles });
  const headOf = async (size: number): Promise<TreeHead> => {
    const edge = await tree.open(undefined, never);
    if (!edge) throw new Error('unreachable');
    await tree.grow(edge, size, never);
    await tree.store(edge);
    return { size, root: edge.root() };
  };
  const whole = await headOf(events.length);
  const proofs = createLogProofs({ eventStore, tiles, tree, logger: silentLogger });
  const proofBetween = async (from: number, size: number): Promise<readonly Uint8Array[]> =>
    from === 0 || from === size ? [] : (await proofs.consistency(from, size, whole)).proof;
  return {
    proofs,
    /** What is submitted for a checkpoint, to a witness that is believed to keep `from`. */
    request: async (size: number, from: number): Promise<WitnessRequest> => {
      const head = await headOf(size);
      return {
        ...head,
        note: signer.sign(checkpointText({ origin: signer.key.name, ...head })),
        from,
        proof: from > size ? [] : await proofBetween(from, size),
      };
    },
  };
};
