import { beforeEach } from 'vitest';

/** Before a test is tried again (`retry` in vitest.config.ts): puts right what its first attempt may have left. */
export const beforeSecondAttempt = (putRight: () => Promise<void>): void => {
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) await putRight();
  });
};
