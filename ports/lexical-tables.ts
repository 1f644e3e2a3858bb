import type { Position } from '../domain/kernel/event.ts';
import type { SqlSession } from './database.ts';

/** The storage of a generation's words: the memory of each node, or tables of the generation. */
export type LexicalStorage = 'memory' | 'stored';

/** The version of a document that became live, and the position; without a version none is live. */
type LiveChange = {
  readonly docKey: string;
  readonly position: Position;
  /** Present if its words may be stored in tables: never for a document that contains or may contain PHI. */
  readonly stored?: { readonly version: number; readonly chunks: number };
};

/**
 * The words of live passages in tables of a generation's schema, which the search projection writes in its own
 * transaction. The same changes in the same order produce the same rows. Calls do nothing for a generation whose words
 * are in memory.
 */
export type LexicalTables = {
  /** The storage for the words of a new generation. */
  readonly home: () => Promise<LexicalStorage>;
  /** Whether a generation stores its words in the current place. */
  readonly isCurrent: (schema: string) => Promise<boolean>;
  /** Creates the tables of a generation whose words are stored. */
  readonly create: (session: SqlSession, schema: string) => Promise<void>;
  /** Records that another version of a document is live, or none; its rows in `passages` must exist. */
  readonly change: (session: SqlSession, schema: string, change: LiveChange) => Promise<void>;
  /** Removes every word of all versions of a document, whose rows in `passages` still exist. */
  readonly erase: (session: SqlSession, schema: string, docKey: string) => Promise<void>;
  /** Tidies the tables after a change; the work of one call is bounded. */
  readonly settle: (session: SqlSession, schema: string) => Promise<void>;
};
