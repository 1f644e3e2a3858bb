import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { UnreachedPlace } from '../../domain/privacy/subject-events.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { SubjectKeyState } from '../../ports/subject-key-state.ts';
import type { SubjectPurge } from '../../ports/subject-purge.ts';

export type SubjectEraserServices = Pick<CommandServices, 'eventStore' | 'identity'> & {
  readonly vault: Pick<KeyVault, 'destroy' | 'keyIdOf'>;
  /** Asks the table itself: whether an erasure that was interrupted had destroyed the key already. */
  readonly subjectKeyState: SubjectKeyState;
  /** The files as they are stored. */
  readonly files: Pick<BlobStore, 'list' | 'remove'>;
  /** Resolves once nothing that was withdrawn up to a position can be found any more. */
  readonly searchHas: (position: Position) => Promise<void>;
  /** Overwrites what destroyed keys have left in the database. */
  readonly rewriteKeys: () => Promise<void>;
  /** Overwrites the rows of the search index that it has let go of. */
  readonly rewriteSearch: () => Promise<void>;
  readonly purges: readonly SubjectPurge[];
  /** What cannot be reached where this program is installed. */
  readonly notReached: readonly UnreachedPlace[];
  /** Milliseconds after which an unconfirmed request expires. */
  readonly requestLifetime: number;
};
