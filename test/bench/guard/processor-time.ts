import { createHash } from 'node:crypto';

/** Milliseconds of processor time that work costs this process, all of its threads included. */
export const processorTime = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** A document of 70 kB, of the kinds of values that events hold. */
const document = JSON.stringify(
  Array.from({ length: 500 }, (_, n) => ({
    id: n,
    text: `Event ${n}: 0.3 mg intramuscularly`,
    tags: ['a', 'b'],
  })),
);

/** Passes of the calibration loop: some tens of milliseconds on a machine of 2025. */
const PASSES = 40;

/**
 * The fixed work in whose multiples all operations are measured: reading and writing JSON and hashing it. A slow or busy
 * host needs more processor time for it and for the operations alike, so their ratio stays.
 */
export const calibrationLoop = (): string => {
  let digest = '';
  for (let pass = 0; pass < PASSES; pass += 1) {
    const parsed: unknown = JSON.parse(document);
    digest = createHash('sha256').update(JSON.stringify(parsed)).update(digest).digest('hex');
  }
  return digest;
};
