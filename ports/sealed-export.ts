import type { Actor } from '../domain/kernel/actor.ts';
import type { Position } from '../domain/kernel/event.ts';
import type { CertifiedErasure } from '../domain/privacy/certify-erasure.ts';

/** A signed checkpoint as the log records it. */
export type SignedCheckpoint = {
  readonly size: number;
  /** In lower-case hex. */
  readonly root: string;
  readonly note: string;
  readonly verifierKey: string;
};

/** What to export: events between two positions (inclusive), of some types or all, by whom and why. */
export type SealedExportRequest = {
  readonly from: Position;
  /** At most the size of the checkpoint. */
  readonly to: Position;
  readonly types?: readonly string[];
  /** An erasure to certify: only its three events, and beside them what they state. Excludes `types`. */
  readonly certificate?: CertifiedErasure;
  readonly actor: Actor;
  readonly reason: string | undefined;
  /** ISO 8601 UTC. */
  readonly at: string;
};

/**
 * Writes a zip that stands alone: the stored events as ciphertext, the proof that each of them is in the log that a
 * checkpoint seals, the checkpoint, the public key, a signed manifest, and programs that verify all of it. Bounded in
 * memory. The log must not be changing before `to`.
 *
 * @throws Failure `payload_too_large` beyond a million events or two gigabytes, `rule_violated` when the key that signed
 *   the checkpoint is not in this installation, `internal_error` when the log no longer agrees with the checkpoint
 */
export type WriteSealedExport = (
  request: SealedExportRequest,
  checkpoint: SignedCheckpoint,
  signal: AbortSignal,
) => Promise<AsyncIterable<Uint8Array>>;
