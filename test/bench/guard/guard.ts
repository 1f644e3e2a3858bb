/**
 * Compares the processor time of fixed operations with the budget in test/bench/budget.json:
 * `npm run bench -- guard [--write]`. Exits 1 when one exceeds it, so that no slowdown by a factor of two passes unseen.
 *
 * Each operation is measured in multiples of a calibration loop that runs directly before and after it; the best of
 * several rounds counts. Processor time hardly depends on the load of the machine, and the ratio hardly on its speed.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Column, formatTable } from '../../../cli/output/format-table.ts';
import { openApplicationOperations } from './application-operations.ts';
import { openCatchUpOperations } from './catch-up-operation.ts';
import type { Operation } from './operation.ts';
import { calibrationLoop, processorTime } from './processor-time.ts';
import { openPureOperations } from './pure-operations.ts';

/** The first round only warms the code up. */
const ROUNDS = 4;
/** The budget in multiples of what was measured. */
const ROOM = 2;

const budgetPath = join(import.meta.dirname, '../budget.json');
const budgetSchema = z.strictObject({
  why: z.string().min(1),
  /** Calibration loops that one repetition of each operation may cost. */
  loops: z.record(z.string(), z.number().positive()),
});

type Measured = { readonly name: string; readonly loops: number; readonly milliseconds: number };

const measureOnce = async ({ name, times, run }: Operation): Promise<Measured> => {
  const before = await processorTime(calibrationLoop);
  const taken = await processorTime(async () => {
    for (let turn = 0; turn < times; turn += 1) await run();
  });
  const after = await processorTime(calibrationLoop);
  return { name, loops: taken / times / ((before + after) / 2), milliseconds: taken / times };
};

/** The best of several rounds of each operation. */
const measure = async (operations: readonly Operation[]): Promise<readonly Measured[]> => {
  const best = new Map<string, Measured>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const operation of operations) {
      const measured = await measureOnce(operation);
      const known = best.get(operation.name);
      if (round > 0 && (known === undefined || measured.loops < known.loops))
        best.set(operation.name, measured);
    }
  return [...best.values()];
};

type Line = Measured & { readonly budget: number | undefined };

const isOver = ({ loops, budget }: Line): boolean => budget === undefined || loops > budget;

const columns: readonly Column<Line>[] = [
  { heading: 'operation', value: ({ name }) => name },
  { heading: 'ms of processor', value: ({ milliseconds }) => milliseconds.toFixed(2), align: 'right' },
  { heading: 'loops', value: ({ loops }) => loops.toPrecision(3), align: 'right' },
  { heading: 'budget', value: ({ budget }) => budget?.toPrecision(3) ?? 'none', align: 'right' },
  { heading: '', value: (line) => (isOver(line) ? 'OVER' : '') },
];

/** Measures all operations and returns the exit code. */
export const runGuard = async (isWriting: boolean): Promise<0 | 1> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-guard-'));
  const measured: Measured[] = [];
  try {
    const context = { choice: { kind: 'PGlite' }, quick: false, folder } as const;
    for (const open of [async () => openPureOperations(), openCatchUpOperations, openApplicationOperations]) {
      await using resources = new AsyncDisposableStack();
      measured.push(...(await measure(await open(context, resources))));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const budget = budgetSchema.parse(JSON.parse(await readFile(budgetPath, 'utf8')));
  if (isWriting) {
    const loops = Object.fromEntries(
      measured.map((each) => [each.name, Number((each.loops * ROOM).toPrecision(2))]),
    );
    await writeFile(budgetPath, `${JSON.stringify({ ...budget, loops }, null, 2)}\n`);
  }
  const allowed = isWriting ? undefined : budget.loops;
  const lines = measured.map((each) => ({
    ...each,
    budget: allowed === undefined ? each.loops * ROOM : allowed[each.name],
  }));
  console.log(formatTable(lines, columns, { style: (_, text) => text, width: Number.POSITIVE_INFINITY }));
  const unmeasured = Object.keys(allowed ?? {}).filter((name) => !lines.some((line) => line.name === name));
  const over = lines.filter(isOver);
  for (const { name } of over) console.error(`"${name}" costs more than test/bench/budget.json allows.`);
  for (const name of unmeasured)
    console.error(`test/bench/budget.json names "${name}", which is not measured.`);
  return over.length + unmeasured.length === 0 ? 0 : 1;
};
