import type { PGlite } from '@electric-sql/pglite';

/** A `WebAssembly.Global` that can be set. */
type StackPointer = { value: number };

const isStackPointer = (candidate: unknown): candidate is StackPointer =>
  typeof candidate === 'object' &&
  candidate !== null &&
  'value' in candidate &&
  typeof candidate.value === 'number';

/**
 * Gives back what a failed statement leaves on the stack of the database. PostgreSQL leaves a statement that fails by a
 * long jump, after which PGlite does not set the pointer of its WebAssembly stack back: each failure takes about 1 kB of
 * the 2 MB that `max_stack_depth` allows, and after some 1,900 of them, in months or in a minute, every statement fails.
 *
 * @throws Error where this version of PGlite does not export its stack pointer
 */
export const restoreStackAfterFailures = (pglite: PGlite): void => {
  const module = pglite.Module;
  const pointer: unknown = Reflect.get(module, '___stack_pointer');
  if (!isStackPointer(pointer))
    throw new Error('This version of PGlite does not export the pointer of its stack.');
  const once = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    const before = pointer.value;
    try {
      once();
    } catch (error) {
      pointer.value = before;
      throw error;
    }
  };
};
