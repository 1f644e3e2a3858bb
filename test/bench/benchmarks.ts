import type { Benchmark } from './harness/benchmark.ts';

/** The benchmarks in running order. Only the running one is loaded, because memory is measured. */
export const benchmarks = {
  appends: async (): Promise<Benchmark> => (await import('./appends.ts')).appends,
  'catch-up': async (): Promise<Benchmark> => (await import('./catch-up.ts')).catchUp,
  'long-streams': async (): Promise<Benchmark> => (await import('./long-streams.ts')).longStreams,
  lag: async (): Promise<Benchmark> => (await import('./lag.ts')).lag,
  listeners: async (): Promise<Benchmark> => (await import('./listeners.ts')).listeners,
  text: async (): Promise<Benchmark> => (await import('./text.ts')).text,
  'page-images': async (): Promise<Benchmark> => (await import('./page-images.ts')).pageImages,
  ingestion: async (): Promise<Benchmark> => (await import('./ingestion.ts')).ingestion,
  ask: async (): Promise<Benchmark> => (await import('./ask.ts')).ask,
  'first-token': async (): Promise<Benchmark> => (await import('./first-token.ts')).firstToken,
  tools: async (): Promise<Benchmark> => (await import('./tools.ts')).tools,
  search: async (): Promise<Benchmark> => (await import('./search.ts')).search,
  vectors: async (): Promise<Benchmark> => (await import('./vectors.ts')).vectorSearch,
  rebuild: async (): Promise<Benchmark> => (await import('./rebuild.ts')).rebuilds,
  nodes: async (): Promise<Benchmark> => (await import('./nodes.ts')).nodes,
  relay: async (): Promise<Benchmark> => (await import('./relay.ts')).relay,
  kurrent: async (): Promise<Benchmark> => (await import('./kurrent.ts')).kurrent,
  sealing: async (): Promise<Benchmark> => (await import('./sealing.ts')).sealing,
  'sealed-blobs': async (): Promise<Benchmark> => (await import('./sealed-blobs.ts')).sealedBlobs,
  buckets: async (): Promise<Benchmark> => (await import('./buckets.ts')).buckets,
  calculators: async (): Promise<Benchmark> => (await import('./calculators.ts')).calculatorSpeed,
  start: async (): Promise<Benchmark> => (await import('./start.ts')).start,
  'cold-start': async (): Promise<Benchmark> => (await import('./cold-start.ts')).coldStart,
  'large-start': async (): Promise<Benchmark> => (await import('./large-start.ts')).largeStart,
} as const;
export type BenchmarkName = keyof typeof benchmarks;

export const isBenchmarkName = (name: string): name is BenchmarkName => Object.hasOwn(benchmarks, name);
export const benchmarkNames: readonly BenchmarkName[] = Object.keys(benchmarks).filter(isBenchmarkName);
