import { readFileSync } from 'node:fs';

const KILOBYTE = 1024;

/**
 * The most memory in bytes that a process has held at once (resident set). On Linux from `/proc`, because there
 * `getrusage` begins with what the parent held at the time of the fork; elsewhere only this process can be asked.
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
