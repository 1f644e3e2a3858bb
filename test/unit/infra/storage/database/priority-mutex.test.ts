import { describe, expect, it } from 'vitest';
import { createPriorityMutex, type Urgency } from '../../../../../infra/storage/database/priority-mutex.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const open = () => {
  let clock = 0;
  const mutex = createPriorityMutex(() => clock);
  const entered: string[] = [];
  let releaseNow = (): void => {};
  const come = (name: string, urgency: Urgency): void => {
    void mutex.acquire(urgency).then((release) => {
      entered.push(name);
      releaseNow = release;
    });
  };
  return {
    entered,
    come,
    release: async () => {
      await settle();
      releaseNow();
      await settle();
    },
    wait: (milliseconds: number) => {
      clock += milliseconds;
    },
  };
};

describe('the mutex of the embedded database', () => {
  it('admits one at a time, urgent before normal and normal before background', async () => {
    const { come, release, entered } = open();
    come('first', 'background');
    come('page', 'background');
    come('question', 'usual');
    come('append', 'urgent');
    come('another append', 'urgent');
    await settle();
    expect(entered).toEqual(['first']);
    for (let n = 0; n < 5; n += 1) await release();
    expect(entered).toEqual(['first', 'append', 'another append', 'question', 'page']);
  });

  it('makes no caller wait for ever', async () => {
    const { come, release, entered, wait } = open();
    come('first', 'urgent');
    come('page', 'background');
    come('append', 'urgent');
    wait(1001);
    come('late append', 'urgent');
    await release();
    expect(entered).toEqual(['first', 'page']);
  });

  it('is free again after the last release, even a repeated one', async () => {
    const { come, release, entered } = open();
    come('first', 'usual');
    await release();
    await release();
    come('second', 'background');
    await settle();
    expect(entered).toEqual(['first', 'second']);
  });
});
