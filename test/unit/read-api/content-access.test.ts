import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../commands/runtime/caller.ts';
import { createContentAccess } from '../../../read-api/streams/content-access.ts';

const reader: Caller = {
  actor: { id: 'reader', role: 'clinician' },
  correlationId: 'c',
  requestId: 'r',
};

const access = () => {
  let time = 0;
  let refused = false;
  const happened: string[] = [];
  const { mayShow, keep } = createContentAccess({
    grounds: async () => {
      happened.push('looked');
      if (refused) throw new Error('It was taken back.');
      return reader;
    },
    record: async () => happened.push('recorded'),
    elapsed: () => time,
  });
  return {
    mayShow,
    keep,
    happened,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    takeBack: () => {
      refused = true;
    },
  };
};

describe('access to the content of a question', () => {
  it('is recorded once, before the first draft, and checked again for the end', async () => {
    const { mayShow, happened } = access();
    await mayShow('draft');
    expect(happened).toEqual(['looked', 'recorded']);
    expect(mayShow('draft')).toBeUndefined();
    await mayShow('end');
    expect(happened).toEqual(['looked', 'recorded', 'looked']);
  });

  it('is checked again twice a second, without delaying a draft', async () => {
    const { mayShow, happened, pass } = access();
    await mayShow('draft');
    pass(600);
    expect(mayShow('draft')).toBeUndefined();
    await Promise.resolve();
    expect(happened).toEqual(['looked', 'recorded', 'looked']);
  });

  it('is refused after its revocation, with the next draft and for the end', async () => {
    const { mayShow, pass, takeBack } = access();
    await mayShow('draft');
    takeBack();
    pass(600);
    mayShow('draft');
    await new Promise((resolve) => setImmediate(resolve));
    await expect(mayShow('draft')).rejects.toThrow('It was taken back.');
    await expect(mayShow('end')).rejects.toThrow('It was taken back.');
  });

  it('is checked before a draft that follows a long silence', async () => {
    const { mayShow, pass, takeBack } = access();
    await mayShow('draft');
    takeBack();
    pass(5000);
    await expect(mayShow('draft')).rejects.toThrow('It was taken back.');
  });

  it('is checked during a silence, so that the next draft does not wait', async () => {
    const { mayShow, keep, happened, pass } = access();
    await mayShow('draft');
    for (let half = 0; half < 6; half += 1) {
      pass(500);
      keep();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(happened).toEqual(['looked', 'recorded', 'looked', 'looked']);
    expect(mayShow('draft')).toBeUndefined();
  });

  it('is refused after a revocation during a silence', async () => {
    const { mayShow, keep, pass, takeBack } = access();
    await mayShow('draft');
    takeBack();
    pass(1500);
    keep();
    await new Promise((resolve) => setImmediate(resolve));
    await expect(mayShow('draft')).rejects.toThrow('It was taken back.');
  });

  it('is not checked before there is content', () => {
    const { keep, happened, pass } = access();
    pass(5000);
    keep();
    expect(happened).toEqual([]);
  });

  it('is refused without a record to a user who may not read it', async () => {
    const { mayShow, happened, takeBack } = access();
    takeBack();
    await expect(mayShow('draft')).rejects.toThrow('It was taken back.');
    expect(happened).toEqual(['looked']);
  });
});
