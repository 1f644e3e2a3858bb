import { describe, expect, it } from 'vitest';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { createTransformersDetector } from '../../../../../infra/models/phi-detection/transformers-detector.ts';

/**
 * Tokens of a text as a model that labels capitalized names would return them: letters and marks, some of
 * them persons.
 */
const piecesOf = (text: string, persons: ReadonlySet<string>, score = 0.99) =>
  (text.match(/[\p{L}\p{M}\d]+|[^\s\p{L}\p{M}\d]/gu) ?? []).map((word, index) => ({
    word,
    entity: persons.has(word) ? 'B-PER' : 'O',
    score,
    index,
  }));

const detectorWith = async (persons: readonly string[], score?: number) => {
  const env: Record<string, unknown> = {};
  const asked: string[] = [];
  const classify = async (text: string) => {
    asked.push(text);
    return piecesOf(text, new Set(persons), score);
  };
  const detector = await createTransformersDetector({
    model: 'some/model',
    folder: '/models',
    load: async () => ({ env, pipeline: async () => classify }),
  });
  return { detector, env, asked };
};

const failureOf = (work: Promise<unknown>): Promise<Failure | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Failure ? error : undefined),
  );

describe('a model that finds names', () => {
  it('returns a name as one span of the text', async () => {
    const text = 'Wheezing since noon, told Chidinma Okonkwo-Eze to sit up';
    const { detector } = await detectorWith(['Chidinma', 'Okonkwo', 'Eze']);
    const { detected, findings } = await detector.screen(text);
    expect(detected).toBe(true);
    expect(findings.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['name', 'Chidinma Okonkwo-Eze'],
    ]);
  });

  it('omits uncertain findings', async () => {
    const { detector } = await detectorWith(['Tranexamic'], 0.4);
    expect(await detector.screen('Tranexamic acid for Tranexamic')).toMatchObject({ detected: false });
  });

  it('omits drugs, conditions and eponyms that it labels as persons', async () => {
    const { detector } = await detectorWith(['Ativan', 'Parkinson', 'Foley', 'Naloxone']);
    expect(
      await detector.screen('Ativan and Naloxone in Parkinson disease, Foley catheter in place'),
    ).toMatchObject({ detected: false, findings: [] });
  });

  it('reads a long text to its end, in windows that fit the model', async () => {
    const text = `${'The cuff is inflated and the tube is held. '.repeat(60)}Signed Ruiz`;
    const { detector, asked } = await detectorWith(['Ruiz']);
    const { findings } = await detector.screen(text);
    expect(findings.map(({ start, end }) => text.slice(start, end))).toEqual(['Ruiz']);
    expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(450);
  });

  it('downloads nothing when a model folder is set', async () => {
    const { env } = await detectorWith([]);
    expect(env).toEqual({ localModelPath: '/models', allowRemoteModels: false });
  });

  it('explains how to install a model that cannot be loaded', async () => {
    const failed = await failureOf(
      createTransformersDetector({
        model: 'some/model',
        load: async () => ({ env: {}, pipeline: () => Promise.reject(new Error('/secret/path')) }),
      }),
    );
    expect(failed?.reason.code).toBe('unavailable');
    expect(failed?.message).toContain('models install names');
    expect(failed?.message).not.toContain('/secret/path');
  });

  it('is rejected when it does not label its tokens', async () => {
    const detector = await createTransformersDetector({
      model: 'some/model',
      load: async () => ({ env: {}, pipeline: async () => async () => [{ label: 'x' }] }),
    });
    expect((await failureOf(detector.screen('naloxone')))?.reason.code).toBe('unavailable');
  });
});
