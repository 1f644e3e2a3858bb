import { readFileSync } from 'node:fs';

const KILOBYTE = 1024;

/**
 * Peak resident memory of a process in bytes. On Linux from `/proc`, because `getrusage` there starts with the parent's
 * memory at the time of the fork; elsewhere only for this process.
 */
export const peakMemory = (pid: number = process.pid): number => {
  try {
    const [, kilobytes] =
      /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, { encoding: 'utf8' })) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * KILOBYTE;
  } catch {
    // No /proc on this system.
  }
  return pid === process.pid ? process.resourceUsage().maxRSS * KILOBYTE : 0;
};
