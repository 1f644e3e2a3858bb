/** A database that benchmarks run on. The server's URL names a database in which others can be created. */
export type DatabaseChoice =
  | { readonly kind: 'PGlite' }
  | { readonly kind: 'PostgreSQL'; readonly url: string };

/** One number beside the baseline that was measured in turns with it. */
export type Figure = {
  readonly name: string;
  readonly unit: string;
  /** Median of the rounds. */
  readonly measured: number;
  /** What the baseline does. */
  readonly baseline: string;
  /** Median of the rounds. */
  readonly baselineMeasured: number;
  /** `measured / baselineMeasured`: above 1 is good for rates, below 1 is good for times. */
  readonly ratio: number;
  /** What is aimed at. Nothing is asserted. */
  readonly aim?: string;
};

export type BenchmarkResult = {
  readonly figures: readonly Figure[];
  /** What a reader must know to judge the figures. */
  readonly notes?: readonly string[];
  /** Peak resident memory in bytes of a process that the benchmark started, where that one matters. */
  readonly peakMemory?: number;
};

export type BenchmarkContext = {
  readonly choice: DatabaseChoice;
  /** Small sizes, to see that everything runs; the figures then mean little. */
  readonly quick: boolean;
  /** An empty folder, removed afterwards. */
  readonly folder: string;
};

/** One benchmark. It runs in a separate process, once for each database. */
export type Benchmark = {
  readonly name: string;
  readonly run: (context: BenchmarkContext) => Promise<BenchmarkResult>;
};
