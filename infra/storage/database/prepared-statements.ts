import { LRUCache } from 'lru-cache';

/** Statements that stay prepared in the database. Each keeps its plan in memory, some 20 to 100 kB. */
const KEPT = 150;

const LENGTH_AT = 1;
/** The kind of a message and its length. */
const HEADER = 5;
const CLOSE = 0x43;
const STATEMENT = 0x53;

/** Inserts a name into a protocol message and corrects its length. */
const withNameAt = (message: Uint8Array, at: number, name: string): Uint8Array => {
  const named = Buffer.alloc(message.length + name.length);
  named.set(message.subarray(0, at));
  named.write(name, at, 'latin1');
  named.set(message.subarray(at), at + name.length);
  named.writeInt32BE(named.length - 1, LENGTH_AT);
  return named;
};

const closeMessage = (name: string): Uint8Array => {
  const message = Buffer.alloc(HEADER + 1 + name.length + 1);
  message[0] = CLOSE;
  message.writeInt32BE(message.length - 1, LENGTH_AT);
  message[HEADER] = STATEMENT;
  message.write(name, HEADER + 1, 'latin1');
  return message;
};

/** Names a prepared statement in a Bind message, which begins with an empty portal and an empty name. */
export const bindTo = (name: string, bind: Uint8Array): Uint8Array => withNameAt(bind, HEADER + 1, name);

/** A statement, and the names that its messages close. */
type Kept = { readonly name: string; readonly closes: readonly string[]; isConfirmed: boolean };

/** The statements that a connection keeps prepared, by the text of their Parse message. */
export type PreparedStatements = {
  /**
   * The name of the statement, and the messages that must precede its Bind message: none if it is already prepared.
   * `parse` begins with an empty name.
   */
  readonly prepare: (
    statement: string,
    parse: Uint8Array,
  ) => { readonly name: string; readonly messages: Uint8Array[] };
  /** The messages of `prepare` have arrived. */
  readonly confirm: (statement: string) => void;
  /** After a failure: the statement is prepared again. */
  readonly forget: (statement: string) => void;
  /** Forgets all statements; later messages close them. */
  readonly clear: () => void;
};

export const createPreparedStatements = (): PreparedStatements => {
  let count = 0;
  /** Names that the database may still keep and that are no longer used. */
  const discarded = new Set<string>();
  const kept = new LRUCache<string, Kept>({
    max: KEPT,
    dispose: ({ name }) => {
      discarded.add(name);
    },
  });

  return {
    prepare: (statement, parse) => {
      const found = kept.get(statement);
      if (found?.isConfirmed) return { name: found.name, messages: [] };
      count += 1;
      const name = `kept_${count}`;
      // They are sent again until they have arrived: closing a statement that does not exist is no error.
      const closes = [...discarded];
      kept.set(statement, { name, closes, isConfirmed: false });
      return { name, messages: [...closes.map(closeMessage), withNameAt(parse, HEADER, name)] };
    },
    confirm: (statement) => {
      const found = kept.peek(statement);
      if (found === undefined) return;
      found.isConfirmed = true;
      for (const name of found.closes) discarded.delete(name);
    },
    forget: (statement) => {
      kept.delete(statement);
    },
    clear: () => kept.clear(),
  };
};
