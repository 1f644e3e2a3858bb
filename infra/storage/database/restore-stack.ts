import type { PGlite } from '@electric-sql/pglite';

/** A `WebAssembly.Global` that can be set. */
type StackPointer = { value: number };

const isStackPointer = (candidate: unknown): candidate is StackPointer =>
  typeof candidate === 'object' &&
  candidate !== null &&
  'value' in candidate &&
  typeof candidate.value === 'number';

/**
 * Restores the stack pointer of the database after a failed statement. PostgreSQL leaves a failing statement by a
 * long jump, after which PGlite does not reset its WebAssembly stack pointer: each failure leaks about 1 kB of the 2
 * MB that `max_stack_depth` allows, and after some 1,900 of them, in months or in a minute, every statement fails.
 *
 * @throws Error when this version of PGlite does not export its stack pointer
 */
export const restoreStackAfterFailures = (pglite: PGlite): void => {
  const module = pglite.Module;
  const pointer: unknown = Reflect.get(module, '___stack_pointer');
  if (!isStackPointer(pointer)) throw new Error('This version of PGlite does not export its stack pointer.');
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
