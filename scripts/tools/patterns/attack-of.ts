import { type AttackPattern, check } from 'recheck';
import type { FoundPattern } from './collect-patterns.ts';

/** The time limit per pattern, in milliseconds: the slowest take 10 seconds on an idle machine, and CI is busy. */
const TIMEOUT = 120_000;
/** The length of the shorter attack. The longer one is four times as long: 4 times the time if linear, 16 if quadratic. */
const SHORT = { polynomial: 4000, cubic: 300 } as const;
const TIMES = 4;
const SUSPICIOUS = 8;
/** Measurements below this, in microseconds, are noise. */
const NOISE = 2000;
const ROUNDS = 3;

const textOf = ({ pumps, suffix }: AttackPattern, characters: number): string => {
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.ceil(characters / Math.max(1, pumped));
  return pumps.map(({ prefix, pump, bias }) => prefix + pump.repeat(times + bias)).join('') + suffix;
};

/** The CPU time in microseconds: the minimum of several rounds, because interference only adds time. */
const timeOf = (pattern: RegExp, text: string): number =>
  Math.min(
    ...Array.from({ length: ROUNDS }, () => {
      const before = process.cpuUsage();
      pattern.lastIndex = 0;
      pattern.test(text);
      return process.cpuUsage(before).user;
    }),
  );

/**
 * Finds an attack on a pattern. Undefined if there is none, or if its time does not grow faster than its text: the tool
 * counts steps, and mistakes a large constant for growth.
 */
export const attackOf = async ({ source, flags }: FoundPattern): Promise<string | undefined> => {
  const found = await check(source, flags.replace('d', ''), { timeout: TIMEOUT });
  if (found.status !== 'vulnerable') return undefined;
  const { attack, complexity } = found;
  const said = `${complexity.summary}, by ${attack.pattern}`;
  if (complexity.type === 'exponential') return said;
  const short = complexity.degree > 2 ? SHORT.cubic : SHORT.polynomial;
  const pattern = new RegExp(source, flags);
  timeOf(pattern, textOf(attack, short));
  const longer = timeOf(pattern, textOf(attack, short * TIMES));
  const shorter = timeOf(pattern, textOf(attack, short));
  return longer > NOISE && longer > SUSPICIOUS * Math.max(1, shorter) ? said : undefined;
};
