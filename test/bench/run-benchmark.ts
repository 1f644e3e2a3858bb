/** Runs one benchmark in this process and reports to the parent. The only argument is the task as JSON. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { benchmarks, isBenchmarkName } from './benchmarks.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { peakMemory } from './harness/peak-memory.ts';
import type { ChildReport } from './harness/run-in-child.ts';

const taskSchema = z.object({
  name: z.string(),
  choice: z.union([
    z.object({ kind: z.literal('PGlite') }),
    z.object({ kind: z.literal('PostgreSQL'), url: z.string() }),
  ]),
  quick: z.boolean(),
});

/** Does nothing: the minimum cost of a process. */
const idle: Benchmark = { name: 'idle', run: async () => ({ figures: [] }) };

const task = taskSchema.parse(JSON.parse(process.argv[2] ?? ''));
const benchmark = isBenchmarkName(task.name) ? await benchmarks[task.name]() : idle;
const folder = await mkdtemp(join(tmpdir(), 'anamnesis-bench-'));
try {
  const result = await benchmark.run({ choice: task.choice, quick: task.quick, folder });
  const report: ChildReport = { result, peakMemory: result.peakMemory ?? peakMemory() };
  process.send?.(report);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.disconnect?.();
