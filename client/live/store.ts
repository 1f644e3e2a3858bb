/** A value that changes, and its listeners; in the form that `useSyncExternalStore` of React takes. */
export type Store<State> = {
  readonly state: () => State;
  /** Calls the listener after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** A store that its creator can change. */
export type WritableStore<State> = Store<State> & { readonly set: (next: State) => void };

/**
 * Creates a store.
 *
 * @param whenUsed is called when the first listener comes; what it returns, when the last one has gone
 */
export const createStore = <State>(initial: State, whenUsed?: () => () => void): WritableStore<State> => {
  let current = initial;
  let release: (() => void) | undefined;
  const listeners = new Set<() => void>();
  return {
    state: () => current,
    set: (next) => {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      // Its own function, because the same listener may subscribe twice.
      const own = (): void => listener();
      listeners.add(own);
      if (listeners.size === 1) release ??= whenUsed?.();
      return () => {
        if (!listeners.delete(own) || listeners.size > 0) return;
        release?.();
        release = undefined;
      };
    },
  };
};
