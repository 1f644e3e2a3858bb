import { beforeEach } from 'vitest';

/** Cleans up after a failed attempt, before a test is retried (`retry` in vitest.config.ts). */
export const beforeSecondAttempt = (putRight: () => Promise<void>): void => {
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0) await putRight();
  });
};
