import { readFileSync } from 'node:fs';

/** The unit of `times` on Linux: hundredths of a second on every machine. */
const TICKS_PER_SECOND = 100;

/**
 * Processor seconds of this process, including exited children that were waited for. Children are counted only on
 * Linux.
 */
export const processorSeconds = (): number => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The program name is in parentheses and may contain anything: the counters come after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime, stime, cutime, cstime: fields 14 to 17 of proc(5), two of which precede the parenthesis.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
};
