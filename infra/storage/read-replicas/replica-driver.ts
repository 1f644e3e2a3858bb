import type { Configuration } from '@mikro-orm/core';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import { TranslatingDriver } from '../database/translating-driver.ts';

type ReplicaWiring = {
  /** The connection of the primary, for statements that the replica does not answer. */
  readonly primary: () => PostgreSqlConnection;
  /** True while the replica should be used. */
  readonly isUsable: () => boolean;
  /** Called when the replica did not answer a statement. */
  readonly onFailure: (error: unknown) => void;
  /** Timeout of a statement on the replica, in milliseconds. */
  readonly atMost: number;
};

class SlowReplica extends Error {
  override readonly name = 'SlowReplica';
}

const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new SlowReplica('The replica did not answer in time.')),
    milliseconds,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // Its later outcome is ignored.
    work.catch(() => {});
  }
};

/**
 * MikroORM's driver for a replica, with a fallback: the primary answers every statement that the replica, for
 * whatever reason, does not answer in time. Both have the same tables under the same names, and statements only read.
 */
export const replicaDriverClass = ({ primary, isUsable, onFailure, atMost }: ReplicaWiring) => {
  const falling = (replica: PostgreSqlConnection): PostgreSqlConnection =>
    new Proxy(replica, {
      get: (target, name) => {
        if (name !== 'execute') {
          const member: unknown = Reflect.get(target, name, target);
          // Its private members are only accessible through the target.
          return typeof member === 'function' ? member.bind(target) : member;
        }
        const execute: PostgreSqlConnection['execute'] = async (...query) => {
          if (isUsable())
            try {
              return await within(atMost, target.execute(...query));
            } catch (error) {
              onFailure(error);
            }
          return primary().execute(...query);
        };
        return execute;
      },
    });
  return class ReplicaDriver extends TranslatingDriver {
    readonly #falling: PostgreSqlConnection;

    constructor(config: Configuration) {
      super(config);
      this.#falling = falling(super.getConnection() as PostgreSqlConnection);
    }

    override getConnection(): PostgreSqlConnection {
      return this.#falling;
    }
  };
};
