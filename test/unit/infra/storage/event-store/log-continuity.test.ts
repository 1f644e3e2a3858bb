import { describe, expect, test } from 'vitest';
import { createLogContinuity } from '../../../../../infra/storage/event-store/log-continuity.ts';
import type { DatabaseRow, SqlSession } from '../../../../../ports/database.ts';

type ServerState = {
  readonly timeline?: string;
  readonly standby?: boolean;
  /** Event ids by position. */
  readonly log?: Readonly<Record<number, string>>;
  /** The SQLSTATE with which the server refuses to name its timeline. */
  readonly refusal?: string;
};

const serverWith = ({
  timeline = '00000001',
  standby = false,
  log = {},
  refusal,
}: ServerState): SqlSession => ({
  query: async (text, [position] = []): Promise<readonly DatabaseRow[]> => {
    if (text.includes('event_log.events')) {
      const id = log[Number(position)];
      return id === undefined ? [] : [{ id }];
    }
    if (!text.includes('pg_walfile_name')) return [{ standby, timeline: null }];
    if (refusal !== undefined) throw Object.assign(new Error('refused'), { code: refusal });
    return [{ standby, timeline: standby ? null : timeline }];
  },
});

const read = [
  { position: 1, id: 'a' },
  { position: 2, id: 'b' },
] as const;
const sameLog = { 1: 'a', 2: 'b' };

describe('the continuity of a database server', () => {
  const followed = async () => {
    const continuity = createLogContinuity();
    await continuity.check(serverWith({ log: {} }));
    continuity.saw(read);
    return continuity;
  };

  test('holds while it has the last event that was read, whatever was appended since', async () => {
    const continuity = await followed();
    expect(await continuity.check(serverWith({ log: { ...sameLog, 3: 'c' } }))).toBe(true);
    expect(continuity.broken.aborted).toBe(false);
  });

  test.each<{ how: string; state: ServerState }>([
    { how: 'ends before that event', state: { log: { 1: 'a' } } },
    { how: 'has another event at its position', state: { log: { 1: 'a', 2: 'other', 3: 'c' } } },
    { how: 'was promoted, even with the event', state: { timeline: '00000002', log: sameLog } },
  ])('fails when the server $how, after which everything is refused', async ({ state }) => {
    const continuity = await followed();
    const refusal = { reason: { code: 'unavailable', component: 'database' } };
    await expect(continuity.check(serverWith(state))).rejects.toMatchObject(refusal);
    expect(continuity.broken.reason).toMatchObject(refusal);
    await expect(continuity.check(serverWith({ log: sameLog }))).rejects.toMatchObject(refusal);
  });

  test('is checked for a standby only after its promotion', async () => {
    const continuity = await followed();
    expect(await continuity.check(serverWith({ standby: true }))).toBe(false);
    expect(continuity.broken.aborted).toBe(false);
    await expect(continuity.check(serverWith({ timeline: '00000002' }))).rejects.toThrow();
  });

  test.each(['0A000', '42501', '42883'])(
    'depends on the event alone when the server does not name its timeline (%s)',
    async (refusal) => {
      const continuity = createLogContinuity();
      continuity.saw(read);
      expect(await continuity.check(serverWith({ refusal, log: sameLog }))).toBe(true);
      await expect(continuity.check(serverWith({ refusal, log: {} }))).rejects.toThrow();
    },
  );

  test('is not judged when the server cannot be reached', async () => {
    const continuity = await followed();
    await expect(continuity.check(serverWith({ refusal: '08006' }))).rejects.toThrow('refused');
    expect(continuity.broken.aborted).toBe(false);
  });
});

describe('the recently read events', () => {
  test('are kept in the order of the log, always including the last one, up to a limit', () => {
    const continuity = createLogContinuity();
    for (let position = 1; position <= 10_000; position += 1)
      continuity.saw([{ position, id: `${position}` }]);
    continuity.saw([{ position: 7, id: '7' }]);
    const kept = continuity.recent().map(({ position }) => position);
    expect(kept.at(-1)).toBe(10_000);
    expect(kept.length).toBeLessThanOrEqual(4000);
    expect(kept).toEqual(kept.toSorted((one, other) => one - other));
  });
});
