import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNumberingTable } from '../../../../../infra/storage/event-store-kurrent/numbering-table.ts';
import { isLeaseLost } from '../../../../../ports/leases.ts';
import { databaseKinds } from '../../../../support/databases.ts';
import { collect } from '../../../../support/events.ts';
import { openKurrent } from '../../../../support/kurrent.ts';
import { openKurrentHarness } from '../../../../support/kurrent-harness.ts';
import { until } from '../../../../support/log-harness.ts';

type Node = {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  readonly isOwner: () => boolean;
  /** Acknowledged positions, by id. */
  readonly acknowledged: ReadonlyMap<string, number>;
};

const startNode = (...given: readonly string[]): Node => {
  const script = join(import.meta.dirname, '../../../../support/numbering-process.ts');
  const child = spawn(process.execPath, [script, ...given], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const acknowledged = new Map<string, number>();
  let isOwner = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word, id = '', position] = line.split(' ');
    if (word === 'acknowledged') acknowledged.set(id, Number(position));
    else isOwner = line === 'owner';
  });
  return { process: child, isOwner: () => isOwner, acknowledged };
};

const more = async (node: Node, count: number): Promise<void> => {
  const before = node.acknowledged.size;
  await until('more events are accepted', () => node.acknowledged.size >= before + count);
};

const rowsSql = `
  select position, stream_id, revision, id, recorded_at, commit_position, flaw
    from event_log.numbering order by position`;
const fenceSql = `select fence from coordination.leases where name = 'event-numbering'`;

const server = databaseKinds.find(({ name }) => name === 'PostgreSQL');

// Skipped without TEST_DATABASE_URL, which `test/support/databases.ts` reports: PGlite serves only one process.
describe.skipIf(!server)('the numbering of a log in KurrentDB by two nodes', () => {
  it('moves from a frozen owner, whose writes are refused once it thaws, and from a killed one', async () => {
    if (!server) throw new Error('There is no test server.');
    const kurrent = await openKurrent();
    onTestFinished(kurrent.dispose);
    const harness = await openKurrentHarness(kurrent.url, { kind: server });
    onTestFinished(harness.dispose);
    const { database, prefix, connectionString = '' } = harness;
    const table = createNumberingTable(database, prefix);
    const fence = async (): Promise<number> => Number((await database.query(fenceSql))[0]?.fence);
    const nodes = [1, 2].map(() => startNode(connectionString, kurrent.url, prefix));
    const [one, two] = nodes;
    if (!one || !two) throw new Error('There are no nodes.');
    await Promise.all([more(one, 20), more(two, 20)]);
    await until('one owns the numbering', () => one.isOwner() !== two.isOwner());
    const [frozen, awake] = one.isOwner() ? [one, two] : [two, one];
    const formerFence = await fence();
    frozen.process.kill('SIGSTOP');
    await until('the other takes over', awake.isOwner);
    await more(awake, 20);
    expect(await fence()).toBeGreaterThan(formerFence);
    // When it wakes it may be in the middle of numbering, under its old fence.
    const { scanned } = await table.readState();
    const refused = await table
      .number({ name: 'event-numbering', fence: formerFence }, scanned, [], { commit: 1e9, prepare: 1e9 })
      .catch((error: unknown) => error);
    expect(isLeaseLost(refused)).toBe(true);
    frozen.process.kill('SIGCONT');
    await until('the thawed node knows', () => !frozen.isOwner());
    await Promise.all([more(frozen, 20), more(awake, 20)]);

    awake.process.kill('SIGKILL');
    await until('the other takes over again', frozen.isOwner);
    await more(frozen, 20);
    frozen.process.stdin.end();
    const [code] = await once(frozen.process, 'exit');
    expect(code).toBe(0);

    // Events stored before their writer was killed get numbers too.
    const store = await harness.open();
    const head = await store.waitUntilAllNumbered();
    const events = await collect(store.readAll(0));
    expect(events.map(({ position }) => position)).toEqual(Array.from({ length: head }, (_, n) => n + 1));
    const positions = new Map(events.map(({ id, position }) => [id, position]));
    expect(positions.size).toBe(head);
    for (const { acknowledged } of nodes)
      for (const [id, position] of acknowledged) expect(positions.get(id)).toBe(position);
    const numbered = await database.query(rowsSql);
    expect(numbered.filter(({ flaw }) => flaw !== null)).toEqual([]);

    // An uninterrupted second numbering assigns the same numbers.
    await store.close();
    await database.execute(
      'truncate event_log.numbering, event_log.numbering_state, event_log.numbering_findings',
    );
    const again = await harness.open();
    expect(await again.waitUntilAllNumbered()).toBe(head);
    expect(await database.query(rowsSql)).toEqual(numbered);
  });
});
