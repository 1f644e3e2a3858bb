import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { UnreachedPlace } from '../../domain/privacy/subject-events.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { SubjectKeyState } from '../../ports/subject-key-state.ts';
import type { SubjectPurge } from '../../ports/subject-purge.ts';

export type SubjectEraserServices = Pick<CommandServices, 'eventStore' | 'identity'> & {
  readonly vault: Pick<KeyVault, 'destroy' | 'keyIdOf'>;
  /** Reads the key table directly, to see whether an interrupted erasure has already destroyed the key. */
  readonly subjectKeyState: SubjectKeyState;
  /** The files as they are stored. */
  readonly files: Pick<BlobStore, 'list' | 'remove'>;
  /** Resolves when nothing withdrawn up to a position can be found any more. */
  readonly searchHas: (position: Position) => Promise<void>;
  /** Overwrites the remains of destroyed keys in the database. */
  readonly rewriteKeys: () => Promise<void>;
  /** Overwrites the rows that the search index has dropped. */
  readonly rewriteSearch: () => Promise<void>;
  readonly purges: readonly SubjectPurge[];
  /** The places that erasure cannot reach in this installation. */
  readonly notReached: readonly UnreachedPlace[];
  /** Milliseconds after which an unconfirmed request expires. */
  readonly requestLifetime: number;
};
