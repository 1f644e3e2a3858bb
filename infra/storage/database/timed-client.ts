import { Socket } from 'node:net';
import pg from 'pg';

/** What a statement gets whose connection went silent; Node.js has the same code for what TCP finds out by itself. */
class SilentConnection extends Error {
  override readonly name = 'SilentConnection';
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database did not answer; the connection was given up.');
  }
}

/** Milliseconds for a polite end of a connection, after which it is cut. */
const GOODBYE_MS = 1_000;

/** A client whose statements have a time limit on this side too. */
type TimedClient = pg.Client & {
  /** Milliseconds without a byte from the server after which a statement under way fails and the connection is cut. */
  answerWithin: number;
};

/**
 * The driver's client, with what it leaves to its users: an error of a connection that is idle
 * ends no process (every statement under way still rejects with it), a connection that does not answer is destroyed
 * instead of being waited for or used again, and `end` does not wait for a server that is gone.
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
      // Wrapped rather than overridden: both have many signatures, and all of them are to be kept.
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
          // After a freeze of this process the answer may lie in the socket: it is read before judgement falls.
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
