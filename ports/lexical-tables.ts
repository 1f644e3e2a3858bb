import type { Position } from '../domain/kernel/event.ts';
import type { SqlSession } from './database.ts';

/** Where the words of a generation are: in the memory of each node, or in the tables of the generation. */
export type LexicalStorage = 'memory' | 'stored';

/** Which version of a document became live, and when; without a version none is. */
type LiveChange = {
  readonly docKey: string;
  readonly position: Position;
  /** Given where its words may lie in tables: never of a document that holds PHI, or may. */
  readonly stored?: { readonly version: number; readonly chunks: number };
};

/**
 * The words of live passages in tables of a generation's schema, which the search projection writes in its own
 * transaction. The same changes in the same order make the same rows. Nothing is done in a generation whose
 * words are in memory.
 */
export type LexicalTables = {
  /** Where a generation that is made now shall have its words. */
  readonly home: () => Promise<LexicalStorage>;
  /** Whether a generation has its words where it should. */
  readonly isCurrent: (schema: string) => Promise<boolean>;
  /** Makes the tables of a generation whose words are stored. */
  readonly create: (session: SqlSession, schema: string) => Promise<void>;
  /** Takes note that another version of a document is live, or none; its rows in `passages` are there. */
  readonly change: (session: SqlSession, schema: string, change: LiveChange) => Promise<void>;
  /** Removes every word of all versions of a document, whose rows in `passages` still exist. */
  readonly erase: (session: SqlSession, schema: string, docKey: string) => Promise<void>;
  /** Brings the tables in order after a change; the work of one call is bounded. */
  readonly settle: (session: SqlSession, schema: string) => Promise<void>;
};
