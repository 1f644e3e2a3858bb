import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../../../domain/kernel/event.ts';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { collect, note } from '../../../../support/events.ts';
import { type KurrentHarness, openKurrentHarness } from '../../../../support/kurrent-harness.ts';
import { ANY, openKurrentLog } from '../../../../support/kurrent-log.ts';
import { type KurrentServer, startKurrentServer } from '../../../../support/kurrent-server.ts';
import { until } from '../../../../support/log-harness.ts';
import { startTcpProxy } from '../../../../support/tcp-proxy.ts';

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error(`Expected a Failure: ${String(error)}`);
  return error;
};

// Only our own test server can simulate faults.
describe('the log in KurrentDB, when KurrentDB or its connection fails', () => {
  let server: KurrentServer;
  let harness: KurrentHarness;
  let store: Awaited<ReturnType<KurrentHarness['open']>>;

  const begin = async (url = server.url()): Promise<void> => {
    harness = await openKurrentHarness(url);
    store = await harness.open();
  };
  const write = (from: number, count: number): Promise<readonly unknown[]> =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        store.append(`query-${from + index}`, [note(`n${from + index}`)], 'no-stream'),
      ),
    );
  const textsOf = (events: readonly RecordedEvent[]): readonly unknown[] =>
    events.map(({ data }) => (data as { text: string }).text);
  const expectWhole = async (count: number): Promise<void> => {
    const events = await collect(store.readAll(0));
    expect(events.map(({ position }) => position)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
    expect(new Set(textsOf(events)).size).toBe(count);
  };
  const ours = () => server.log.records().filter(({ stream }) => stream.startsWith(harness.prefix));
  const foreign = (stream: string): void => {
    server.log.append(`${harness.prefix}${stream}`, ANY, [
      {
        id: crypto.randomUUID(),
        type: 'SomethingElse',
        isJson: true,
        data: Buffer.from('{"from":"elsewhere"}'),
        metadata: Buffer.from('{}'),
      },
    ]);
  };

  beforeEach(async () => {
    server = await startKurrentServer();
  });
  afterEach(async () => {
    await harness.dispose();
    await server.kill();
  });

  it('delivers every event once to subscribers over broken connections and server restarts', async () => {
    await begin();
    const abort = new AbortController();
    const seen: RecordedEvent[] = [];
    const reading = (async () => {
      for await (const event of store.subscribe(0, undefined, abort.signal)) seen.push(event);
    })();
    await write(0, 10);
    await server.restart();
    await write(10, 10);
    server.dropSubscriptions();
    await write(20, 10);
    await until('all events are seen', () => seen.length >= 30);
    abort.abort();
    await reading;
    expect(seen.map(({ position }) => position)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
    await expectWhole(30);
  });

  it('follows a change of leader announced by the old one', async () => {
    const log = openKurrentLog();
    const other = await startKurrentServer({ log });
    await server.kill();
    server = await startKurrentServer({ log });
    try {
      // It gets the address of a follower; appends go to the leader.
      server.become({ followerOf: other.endpoint() });
      await begin();
      await write(0, 3);
      expect(other.calls().append).toBeGreaterThan(0);
      const before = server.calls().append;
      other.become({ followerOf: server.endpoint() });
      server.become('leader');
      // The old leader keeps its subscriptions, in which nothing arrives any more.
      other.dropSubscriptions();
      await write(3, 3);
      expect(server.calls().append).toBeGreaterThan(before);
      await expectWhole(6);
    } finally {
      await other.kill();
    }
  });

  it('finds the leader among several hosts by gossip', async () => {
    const log = openKurrentLog();
    const other = await startKurrentServer({ log });
    await server.kill();
    server = await startKurrentServer({ log });
    try {
      const announce = (leader: KurrentServer): void => {
        for (const one of [server, other]) {
          one.become(one === leader ? 'leader' : { followerOf: leader.endpoint() });
          one.knowMembers(
            [server, other].map((member) => ({ endpoint: member.endpoint(), isLeader: member === leader })),
          );
        }
      };
      announce(other);
      const [one, two] = [server.endpoint(), other.endpoint()];
      await begin(`esdb://127.0.0.1:${one.port},127.0.0.1:${two.port}?tls=false`);
      await write(0, 2);
      announce(server);
      await other.kill();
      await write(2, 2);
      await expectWhole(4);
    } finally {
      await other.kill();
    }
  });

  it('is unavailable when the connection is silent, and continues afterwards', async () => {
    const proxy = await startTcpProxy(`http://127.0.0.1:${server.endpoint().port}`);
    try {
      await begin(`esdb://127.0.0.1:${proxy.port}?tls=false`);
      await write(0, 2);
      proxy.silence();
      expect((await failureOf(write(2, 1))).reason.code).toBe('unavailable');
      await expect(store.probeAppends()).rejects.toMatchObject({ reason: { code: 'unavailable' } });
      proxy.resume();
      // The same append again: the first may or may not have arrived.
      await until('appends are accepted', () =>
        write(2, 1).then(
          () => true,
          (error: unknown) => error instanceof Failure && error.reason.code === 'conflict',
        ),
      );
      await expectWhole(3);
    } finally {
      await proxy[Symbol.asyncDispose]();
    }
  });

  it('stores an append once whose response was lost, even when the server has forgotten its id', async () => {
    await begin();
    server.loseAnswersOfAppends(1);
    await write(0, 1);
    expect(ours()).toHaveLength(1);
    const event = note('again');
    const first = await store.append('query-again', [event], 'any');
    await server.restart();
    expect(await store.append('query-again', [event], 'any')).toEqual(first);
    expect(ours()).toHaveLength(2);
    await expectWhole(2);
  });

  it('continues numbering on another node when its owner is gone', async () => {
    await begin();
    const second = await harness.open();
    await write(0, 2);
    await store.close();
    store = second;
    await write(2, 2);
    await until('the other node assigns the numbers', () => second.numbering().isOwner);
    await expectWhole(4);
  });

  it('assigns the same numbers again in a rebuild', async () => {
    await begin();
    await write(0, 5);
    foreign('query-0');
    await write(5, 5);
    const before = await store.readStored(0, 100);
    await store.close();
    await harness.database.query(
      'truncate event_log.numbering, event_log.numbering_state, event_log.numbering_findings',
    );
    store = await harness.open();
    await until('all events are numbered', async () => (await store.head()) === before.head);
    expect(await store.readStored(0, 100)).toEqual(before);
  });

  it('names a foreign event in one of our streams, and continues', async () => {
    await begin();
    await write(0, 1);
    foreign('query-0');
    await write(1, 1);
    const page = await store.readPage(0, 10);
    expect(textsOf(page.events)).toEqual(['n0', 'n1']);
    expect(page.unreadable).toMatchObject([{ position: 2, type: 'SomethingElse' }]);
    expect(await store.inspectNumbering()).toMatchObject({ flawed: 1, problem: undefined });
  });

  it('reports settings that hide events and deletion, and marks missing events at their positions', async () => {
    await begin();
    await store.append('query-0', [note('a'), note('b')], 'no-stream');
    await write(1, 1);
    server.log.setSettings(`${harness.prefix}query-0`, { $tb: 1 });
    server.log.tombstone(`${harness.prefix}query-1`);
    await until('the event is seen', async () => (await store.inspectNumbering()).findings.length === 2);
    expect((await store.inspectNumbering()).findings).toMatchObject([
      { streamId: 'query-0', kind: 'truncation' },
      { streamId: 'query-1', kind: 'deletion' },
    ]);
    server.log.scavenge();
    const page = await store.readPage(0, 10);
    expect(textsOf(page.events)).toEqual(['b']);
    expect(page.unreadable.map(({ position }) => position)).toEqual([1, 3]);
    // Copying and verifying the log do not skip it.
    expect((await failureOf(store.readStored(0, 10))).reason.message).toContain('lost in KurrentDB');
    server.log.setSettings(`${harness.prefix}query-0`, {});
    await until('the event is seen', async () => (await store.inspectNumbering()).findings.length === 1);
  });

  it('reads the events of a tombstoned stream until they are scavenged', async () => {
    await begin();
    await store.append('query-0', [note('a'), note('b')], 'no-stream');
    server.log.tombstone(`${harness.prefix}query-0`);
    const page = await store.readStreamPage('query-0');
    expect(textsOf(page.events)).toEqual(['a', 'b']);
    server.log.scavenge();
    const scavenged = await store.readStreamPage('query-0');
    expect(scavenged.events).toEqual([]);
    expect(scavenged.unreadable.map(({ position }) => position)).toEqual([1, 2]);
  });

  it('appends to a soft-deleted stream, and reads its hidden events', async () => {
    await begin();
    await write(0, 1);
    server.log.softDelete(`${harness.prefix}query-0`);
    await until('the event is seen', async () => (await store.inspectNumbering()).findings.length === 1);
    const { revision } = await store.append('query-0', [note('later')], 0);
    expect(revision).toBe(1);
    expect(textsOf(await collect(store.readStream('query-0')))).toEqual(['n0', 'later']);
    await expectWhole(2);
  });

  it('is unhealthy when the user may not read all events, without which none is numbered', async () => {
    await begin();
    await write(0, 1);
    server.refuseAll();
    expect((await failureOf(store.probeAppends())).reason.message).toContain('refuses the credentials');
  });

  it('immediately reports a server limit on the size of appends, and stores nothing to detect it', async () => {
    await begin();
    expect((await store.inspectNumbering()).appendLimit).toBeUndefined();
    await harness.dispose();
    await server.kill();
    server = await startKurrentServer({ maxAppendSize: 1024 * 1024 });
    const warnings: string[] = [];
    harness = await openKurrentHarness(server.url());
    store = await harness.open(undefined, undefined, {
      ...silentLogger,
      warn: (_details, message) => void warnings.push(message),
    });
    await until('the problem is reported', () =>
      warnings.some((message) => message.includes('MaxAppendSize')),
    );
    expect((await store.inspectNumbering()).appendLimit).toBe(1024 * 1024);
    await write(0, 1);
    expect(ours().map(({ type }) => type)).toEqual(['Noted']);
  });

  it('stops numbering when events are missing before those it sees', async () => {
    await begin();
    await write(0, 2);
    await store.close();
    await harness.database.query(
      'truncate event_log.numbering, event_log.numbering_state, event_log.numbering_findings',
    );
    const [first] = ours();
    server.log.setSettings(first?.stream ?? '', { $tb: 1 });
    foreign('query-0');
    server.log.scavenge();
    store = await harness.open();
    await until(
      'the problem is reported',
      async () => (await store.inspectNumbering()).problem !== undefined,
    );
    expect((await failureOf(store.probeAppends())).reason).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('query-0 continues with revision 1 in KurrentDB instead of 0'),
    });
  });

  describe('restored from an older copy that lacks numbered events', () => {
    const LOST = 'restored from an older copy';
    let restoreNewer: () => void;

    /** Numbers six events, and loses the last three of them. */
    const lose = async (): Promise<void> => {
      await begin();
      await write(0, 6);
      restoreNewer = server.log.copy();
      server.log.cutFrom(ours()[3]?.commit ?? 0);
      server.dropSubscriptions();
    };
    const isHalted = (): Promise<void> =>
      until('the numbering is stopped', () => store.numbering().halted?.includes(LOST) === true);
    /** Another program writes until the log is longer than ever before. */
    const growPastOldEnd = (): void => {
      for (let n = 0; n < 40; n += 1)
        server.log.append('others-1', ANY, [
          {
            id: crypto.randomUUID(),
            type: 'SomethingElse',
            isJson: true,
            data: Buffer.from(JSON.stringify({ n })),
            metadata: Buffer.from('{}'),
          },
        ]);
    };

    it('reports that, and sends nothing that could replace the lost events', async () => {
      await lose();
      expect((await store.inspectNumbering()).problem).toContain(LOST);
      expect((await failureOf(store.probeAppends())).reason.code).toBe('unavailable');
      const before = server.calls().append;
      expect((await failureOf(write(6, 1))).reason.message).toContain(LOST);
      expect(server.calls().append).toBe(before);
      expect(ours()).toHaveLength(3);
    });

    it('stays refused although new events pass the old end, and after a restart', async () => {
      await lose();
      await isHalted();
      growPastOldEnd();
      // One of ours as well, as a node may have sent it just before the loss was detected.
      foreign('query-99');
      server.dropSubscriptions();
      expect((await failureOf(write(6, 1))).reason.message).toContain(LOST);
      await store.close();
      store = await harness.open();
      await isHalted();
      expect((await store.inspectNumbering()).problem).toContain(LOST);
      expect((await failureOf(write(6, 1))).reason.message).toContain(LOST);
      expect(await store.head()).toBe(6);
    });

    it('is detected by more than its last event, even when another event starts at exactly the same place', async () => {
      await begin();
      await write(0, 6);
      const all = ours();
      server.log.cutFrom(all[2]?.commit ?? 0);
      // Of the same sizes, so that positions match, but not the events.
      for (const record of all.slice(2))
        server.log.append('others-1', ANY, [
          {
            id: crypto.randomUUID(),
            type: record.type,
            isJson: true,
            data: Buffer.from(record.data, 'base64'),
            metadata: Buffer.from(record.metadata, 'base64'),
          },
        ]);
      server.dropSubscriptions();
      await isHalted();
      expect((await failureOf(write(6, 1))).reason.message).toContain(LOST);
    });

    it('recovers automatically once a newer copy is restored', async () => {
      await lose();
      await isHalted();
      restoreNewer();
      await server.restart();
      await until(
        'the numbering continues',
        async () => (await store.inspectNumbering()).problem === undefined,
      );
      await write(6, 2);
      await expectWhole(8);
    });
  });

  it('scans the log again from its last number when only foreign events are lost', async () => {
    await begin();
    await write(0, 3);
    await store.close();
    // The stored scan position among foreign events no longer matches the start of an event.
    await harness.database.query(
      'update event_log.numbering_state set commit_position = commit_position + 1, prepare_position = prepare_position + 1',
    );
    server.log.append('others-1', ANY, [
      {
        id: crypto.randomUUID(),
        type: 'SomethingElse',
        isJson: true,
        data: Buffer.from('{}'),
        metadata: Buffer.from('{}'),
      },
    ]);
    store = await harness.open();
    await write(3, 2);
    await expectWhole(5);
  });

  it('refuses a prefix that differs from the one of its numbers', async () => {
    await begin();
    await write(0, 1);
    await expect(
      openKurrentHarness(server.url()).then(async (other) => {
        try {
          await other.database.query(`insert into event_log.numbering_state (prefix) values ('somebody.')`);
          return await other.open();
        } finally {
          await other.dispose();
        }
      }),
    ).rejects.toThrow('EVENTSTORE_PREFIX must not change');
  });
});
