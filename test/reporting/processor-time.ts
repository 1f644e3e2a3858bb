import { readFileSync } from 'node:fs';

/** Of `times`, on Linux: hundredths of a second, whatever the machine. */
const TICKS_PER_SECOND = 100;

/**
 * Seconds of processor time of this process, with those children that have ended and were waited for. Elsewhere than on
 * Linux children are not counted.
 */
export const processorSeconds = (): number => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program is in parentheses and may hold anything: what is counted comes after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // utime, stime, cutime, cstime: fields 14 to 17 of proc(5), of which two stand before the parenthesis.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
};
