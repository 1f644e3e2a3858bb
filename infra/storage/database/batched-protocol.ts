import type { PGlite } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import { bindTo, createPreparedStatements } from './prepared-statements.ts';

type Send = PGlite['execProtocolStream'];
type Messages = Awaited<ReturnType<Send>>;

/** The kinds of protocol messages, by their first byte. */
const PARSE = 0x50;
const BIND = 0x42;
const DESCRIBE = 0x44;
const EXECUTE = 0x45;
const SYNC = 0x53;
const QUERY = 0x51;
/** What a description is of: the byte after its length. */
const STATEMENT = 0x53;
const AT_SUBJECT = 5;

/** A Sync message. */
const SYNC_MESSAGE = Uint8Array.of(SYNC, 0, 0, 0, 4);

/** Statements whose parameters are remembered, and the longest of them in bytes. */
const REMEMBERED = 500;
const MAX_BYTES = 8_000;

/** Commands that leave the types of all columns as they are. */
const LEAVES_TYPES =
  /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|SHOW|LOCK|LISTEN|UNLISTEN|NOTIFY|EXPLAIN|ANALYZE|VACUUM|CHECKPOINT|TRUNCATE)\b/;

const joined = (messages: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(messages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const message of messages) {
    whole.set(message, at);
    at += message.length;
  }
  return whole;
};

/** Whether any command may have changed the type of a column, so that remembered parameters may be wrong. */
const mayChangeTypes = (messages: Messages): boolean =>
  messages.some(
    (message) =>
      message.name === 'commandComplete' && 'text' in message && !LEAVES_TYPES.test(String(message.text)),
  );

/**
 * Sends the messages of a statement to the database together. PGlite sends six for each statement, one call after the
 * other, only because it needs the types of the parameters to write their values; they are remembered by the text of the
 * statement, until a command may change them. A small statement then takes a third of the time.
 *
 * A statement that is executed again stays prepared: parsing and planning took half of the remaining time.
 *
 * PGlite itself still writes the values and reads the results. An error arrives with the last message instead of an
 * earlier one, and means the same for its caller.
 */
export const batchProtocol = (pglite: PGlite): void => {
  const send: Send = pglite.execProtocolStream.bind(pglite);
  /** The answers to the description of a statement, by its Parse message. */
  const described = new LRUCache<string, Messages>({ max: REMEMBERED });
  const prepared = createPreparedStatements();
  /** Messages that wait for the Execute message. */
  let held: Uint8Array[] = [];
  /** The statement that PGlite is executing, the answers to its description, and its name if it is to stay prepared. */
  let statement: string | undefined;
  let known: Messages | undefined;
  let name: string | undefined;
  /** Whether the database has already answered the Sync message that comes next. */
  let isSynced = false;

  const finished = (messages: Messages): Messages => {
    isSynced = true;
    if (mayChangeTypes(messages)) {
      described.clear();
      prepared.clear();
    }
    return messages;
  };

  const parse = (message: Uint8Array, options: Parameters<Send>[1]): ReturnType<Send> | Messages => {
    statement = message.length > MAX_BYTES ? undefined : Buffer.from(message).toString('latin1');
    known = statement === undefined ? undefined : described.get(statement);
    name = undefined;
    if (statement === undefined || known === undefined) return send(message, options);
    ({ name, messages: held } = prepared.prepare(statement, message));
    return [];
  };

  const describe = async (message: Uint8Array, options: Parameters<Send>[1]): Promise<Messages> => {
    if (message[AT_SUBJECT] !== STATEMENT) {
      held.push(message);
      return [];
    }
    if (known !== undefined) return known;
    const messages = await send(joined([...held, message]), options);
    held = [];
    if (statement !== undefined) described.set(statement, messages);
    return messages;
  };

  const execute = async (message: Uint8Array, options: Parameters<Send>[1]): Promise<Messages> => {
    const batch = joined([...held, message, SYNC_MESSAGE]);
    held = [];
    try {
      const messages = await send(batch, options);
      if (statement !== undefined && name !== undefined) prepared.confirm(statement);
      return finished(messages);
    } catch (error) {
      if (statement !== undefined && name !== undefined) prepared.forget(statement);
      throw error;
    }
  };

  pglite.execProtocolStream = async (message, options) => {
    const wasSynced = isSynced;
    isSynced = false;
    switch (message[0]) {
      case PARSE:
        return parse(message, options);
      case DESCRIBE:
        return describe(message, options);
      case BIND:
        held.push(name === undefined ? message : bindTo(name, message));
        return [];
      case EXECUTE:
        return execute(message, options);
      case QUERY:
        return finished(await send(message, options));
      case SYNC:
        // Values that could not be written: nothing is to be executed any more.
        held = [];
        return wasSynced ? [] : send(message, options);
      default:
        return send(message, options);
    }
  };
};
