import { Socket } from 'node:net';
import pg from 'pg';

/** The error of a statement whose connection went silent, with the code that Node.js uses for a TCP timeout. */
class SilentConnection extends Error {
  override readonly name = 'SilentConnection';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database did not answer; the connection was closed.');
  }
}

/** Milliseconds for a graceful close of a connection, after which it is destroyed. */
const GOODBYE_MS = 1_000;

/** A client whose statements also have a client-side timeout. */
type TimedClient = pg.Client & {
  /**
   * Milliseconds without a byte from the server after which running statements fail and the connection is destroyed.
   */
  answerWithin: number;
};

/**
 * The driver's client, made robust: an error of an idle connection does not crash the process (running statements
 * still reject with it), a connection that does not answer is destroyed instead of awaited or reused, and `end` does
 * not wait for a server that is gone.
 */
export const timedClientClass = (
  answerWithin: number,
  onSilence: () => void,
): (new (
  config?: string | pg.ClientConfig,
) => TimedClient) =>
  class extends pg.Client implements TimedClient {
    answerWithin = answerWithin;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', () => {});
      // Wrapped rather than overridden, to preserve the many signatures of both.
      this.query = new Proxy(this.query, {
        apply: (query, self, args) => {
          const answer: unknown = Reflect.apply(query, self, args);
          if (answer instanceof Promise) this.#watch(answer);
          return answer;
        },
      });
      this.end = new Proxy(this.end, {
        apply: (end, self, args) => {
          const ended: unknown = Reflect.apply(end, self, args);
          setTimeout(() => this.connection.stream.destroy(), GOODBYE_MS).unref();
          return ended;
        },
      });
    }

    #bytesRead(): number {
      const { stream } = this.connection;
      return stream instanceof Socket ? stream.bytesRead : 0;
    }

    #watch(answer: Promise<unknown>): void {
      let answered = false;
      let timer: NodeJS.Timeout;
      const listen = (): void => {
        const before = this.#bytesRead();
        timer = setTimeout(() => {
          // After a freeze of this process the answer may be waiting in the socket: let it be read first.
          setImmediate(() => {
            if (answered) return;
            if (this.#bytesRead() > before) {
              listen();
              return;
            }
            onSilence();
            this.connection.stream.destroy(new SilentConnection());
          });
        }, this.answerWithin);
      };
      listen();
      const hear = (): void => {
        answered = true;
        clearTimeout(timer);
      };
      answer.then(hear, hear);
    }
  };
