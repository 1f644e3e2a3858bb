import type { Position } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database, SqlSession } from '../../../ports/database.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import {
  insertStoredEvents,
  lockLogAt,
  readInsertedEvents,
  readLogEnd,
} from '../event-store/stored-events.ts';

/** A log being filled with the exact events of another one, without other writers. */
export type FilledLog = {
  /** The last position of the log. */
  readonly end: () => Promise<Position>;
  /**
   * Appends the next events, in order. After an interruption the log holds a prefix of them, or none. Rejects if
   * another process has written to the log.
   */
  readonly add: (events: readonly StoredEvent[]) => Promise<void>;
  /** The events after a position, up to and including another one, as far as they exist. */
  readonly read: (after: Position, to: Position) => Promise<readonly StoredEvent[]>;
};

/** Reads the log of a database, also inside the transaction that fills it. */
export const readingLog = (session: SqlSession): Pick<FilledLog, 'read'> => ({
  read: (after, to) => readInsertedEvents(session, after, to),
});

/** The log in a database; each addition is a transaction. */
export const filledDatabaseLog = (database: Database): FilledLog => ({
  ...readingLog(database),
  end: () => readLogEnd(database),
  add: async (events) => {
    const [first] = events;
    if (!first) return;
    await database
      .transaction(
        async (session) => {
          await lockLogAt(session, first.position - 1);
          await insertStoredEvents(session, events);
        },
        { timeout: 'long' },
      )
      .catch((error: unknown) => {
        // In KurrentDB other programs can write to our streams, even with an id that is taken; a database accepts
        // each id once.
        const flawed = events.find(({ flaw }) => flaw !== undefined);
        if (flawed === undefined || error instanceof Failure) throw error;
        throw new Failure(
          failure(
            'rule_violated',
            `The database does not accept the events from position ${events[0]?.position ?? 0} on. Position ${flawed.position} was not written by this program: ${flawed.flaw ?? ''}`,
            { component: 'migrate', details: { position: flawed.position } },
          ),
          { cause: error },
        );
      });
  },
});
