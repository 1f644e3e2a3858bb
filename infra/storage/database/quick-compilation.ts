import { setFlagsFromString } from 'node:v8';

/** No function has index 0: that is an import. Instances keep the budget that is set when they are created. */
const BEGIN = ['--wasm-tier-up-filter=0', '--wasm-tiering-budget=130000000'];
/** The defaults of V8. */
const END = ['--wasm-tier-up-filter=-1', '--wasm-tiering-budget=13000000'];
/**
 * Stays for good: under memory pressure, such as a large upload, V8 would discard the quick code, and with it the
 * budget that the instance was created with.
 */
const LASTING = '--no-flush-liftoff-code';

let under = 0;

/**
 * Does work during which V8 compiles functions of WebAssembly by its quick compiler only, instead of a second time by
 * its optimizing one as soon as they are busy. For the start of PGlite: it calls the parser of SQL, one function of 100
 * kB, for which the optimizing compiler takes 600 MB and two seconds of a processor (93 % of it to copy its graph once;
 * measured by --turbo-stats-wasm). Functions that are first called later are optimized once they have done ten times
 * what V8 asks for, a tenth of a second of work: a start calls many only a few hundred times. Measured over ten
 * thousand statements, inserts take a tenth less for it, and selections by key and vector distances the same.
 *
 * The flags are V8's own. A version that does not know one says so, and compiles twice.
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
