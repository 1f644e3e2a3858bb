import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckpointWitness } from '../../ports/checkpoint-witness.ts';
import { sealedLogOf } from '../support/sealed-log.ts';
import { signingKey } from '../support/signing.ts';
import { storedEventAt } from '../support/stored-log.ts';

type WitnessHarness = {
  readonly witness: CheckpointWitness;
  /** The same witness as a process sees it that starts later. */
  readonly again: () => CheckpointWitness;
  readonly dispose: () => Promise<void>;
};

/** The log that the witness knows. */
export const witnessedLog = signingKey('log.example/witnessed', 7);
const anotherLog = signingKey('log.example/another', 8);
export const knownLogs = [witnessedLog, anotherLog];

const never = new AbortController().signal;
const events = (count: number, differentFrom = Number.POSITIVE_INFINITY) =>
  Array.from({ length: count }, (_, index) => {
    const position = index + 1;
    return position < differentFrom
      ? storedEventAt(position)
      : { ...storedEventAt(position), recordedAt: '2020-02-02T02:02:02.222Z' };
  });

/** The contract of `ports/checkpoint-witness.ts`. */
export const describeCheckpointWitness = (name: string, open: () => Promise<WitnessHarness>): void => {
  describe(`the witness that is ${name}`, () => {
    let harness: WitnessHarness;
    let log: Awaited<ReturnType<typeof sealedLogOf>>;
    beforeEach(async () => {
      harness = await open();
      log = await sealedLogOf(events(40), witnessedLog);
    });
    afterEach(() => harness.dispose());

    const submit = async (size: number, from: number, of = log, witness = harness.witness) =>
      witness.submit(await of.request(size, from), never);
    const kept = expect.objectContaining({ kind: 'kept' });

    it('keeps each checkpoint that extends the one before, and the same one again', async () => {
      expect(await submit(5, 0)).toEqual(kept);
      expect(await submit(5, 5)).toEqual(kept);
      expect(await submit(8, 5)).toEqual(kept);
      expect(await submit(37, 8)).toEqual(kept);
    });

    it('says what it keeps to a checkpoint that begins elsewhere, and keeps nothing of it', async () => {
      expect(await submit(9, 3)).toEqual({ kind: 'keeps-other', size: 0 });
      await submit(9, 0);
      expect(await submit(12, 3)).toEqual({ kind: 'keeps-other', size: 9 });
      expect(await submit(5, 0)).toEqual({ kind: 'keeps-other', size: 9 });
      expect(await submit(5, 5)).toEqual({ kind: 'keeps-other', size: 9 });
      expect(await submit(12, 9)).toEqual(kept);
    });

    it('contradicts a log with other events, of the same size or grown beyond what it keeps', async () => {
      await submit(20, 0);
      const other = await sealedLogOf(events(40, 15), witnessedLog);
      expect(await submit(20, 20, other)).toEqual({ kind: 'contradicts' });
      expect(await submit(30, 20, other)).toEqual({ kind: 'contradicts' });
      expect(await submit(40, 20)).toEqual(kept);
    });

    it('contradicts a checkpoint whose proof is not that of its sizes', async () => {
      await submit(20, 0);
      const { proof } = await log.request(30, 10);
      expect(await harness.witness.submit({ ...(await log.request(30, 20)), proof }, never)).toEqual({
        kind: 'contradicts',
      });
    });

    it('remembers what it keeps when the program starts again', async () => {
      await submit(20, 0);
      const again = harness.again();
      expect(await submit(10, 10, log, again)).toEqual({ kind: 'keeps-other', size: 20 });
      expect(await submit(25, 20, log, again)).toEqual(kept);
    });

    it('keeps logs of other names apart', async () => {
      await submit(20, 0);
      const another = await sealedLogOf(events(40, 2), anotherLog);
      expect(await submit(10, 0, another)).toEqual(kept);
      expect(await submit(21, 20)).toEqual(kept);
    });
  });
};
