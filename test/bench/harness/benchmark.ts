/** A database for benchmarks. The server's URL names a database in which others can be created. */
export type DatabaseChoice =
  | { readonly kind: 'PGlite' }
  | { readonly kind: 'PostgreSQL'; readonly url: string };

/** A measurement with its baseline, measured alternately. */
export type Figure = {
  readonly name: string;
  readonly unit: string;
  /** Median of the rounds. */
  readonly measured: number;
  /** A description of the baseline. */
  readonly baseline: string;
  /** Median of the rounds. */
  readonly baselineMeasured: number;
  /** `measured / baselineMeasured`: above 1 is good for rates, below 1 is good for times. */
  readonly ratio: number;
  /** The target. Nothing is asserted. */
  readonly aim?: string;
};

export type BenchmarkResult = {
  readonly figures: readonly Figure[];
  /** What a reader must know to judge the figures. */
  readonly notes?: readonly string[];
  /** Peak resident memory in bytes of a process started by the benchmark, when that is the relevant one. */
  readonly peakMemory?: number;
};

export type BenchmarkContext = {
  readonly choice: DatabaseChoice;
  /** Small sizes for a smoke test; the figures then mean little. */
  readonly quick: boolean;
  /** An empty folder, removed afterwards. */
  readonly folder: string;
};

/** A benchmark. It runs in a separate process, once for each database. */
export type Benchmark = {
  readonly name: string;
  readonly run: (context: BenchmarkContext) => Promise<BenchmarkResult>;
};
