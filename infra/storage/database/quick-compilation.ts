import { setFlagsFromString } from 'node:v8';

/** The filter matches no function, because index 0 is an import. An instance keeps the budget set at its creation. */
const BEGIN = ['--wasm-tier-up-filter=0', '--wasm-tiering-budget=130000000'];
/** The defaults of V8. */
const END = ['--wasm-tier-up-filter=-1', '--wasm-tiering-budget=13000000'];
/**
 * Stays set: under memory pressure, such as a large upload, V8 would discard the quick code and with it the budget of
 * the instance.
 */
const LASTING = '--no-flush-liftoff-code';

let under = 0;

/**
 * Runs work during which V8 compiles WebAssembly functions with its quick compiler (Liftoff) only, and does not
 * recompile busy ones with its optimizing compiler. For the start of PGlite, which calls the SQL parser: one function
 * of 100 kB, for which the optimizing compiler needs 600 MB and two seconds of processor time (93 % of it to copy its
 * graph once; measured by --turbo-stats-wasm). Functions first called later are optimized after ten times V8's
 * default budget, a tenth of a second of work, because a start calls many of them only a few hundred times. Measured
 * over ten thousand statements, inserts take a tenth less time, and selections by key and vector distances the same.
 *
 * The flags are V8's own. A version that does not know one prints a warning, and compiles twice.
 */
export const withQuickCompilation = async <T>(work: () => Promise<T>): Promise<T> => {
  if (under === 0) for (const flag of [...BEGIN, LASTING]) setFlagsFromString(flag);
  under += 1;
  try {
    return await work();
  } finally {
    under -= 1;
    if (under === 0) for (const flag of END) setFlagsFromString(flag);
  }
};
