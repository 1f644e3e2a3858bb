import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOnnxEmbedder } from '../../../infra/models/embedding/sentence-models/onnx-embedder.ts';
import {
  isOnnxInstalled,
  ONNX_PACKAGE,
} from '../../../infra/models/embedding/sentence-models/onnx-runtime.ts';
import { sentenceModels } from '../../../infra/models/installable/sentence-models.ts';
import type { Embedder } from '../../../ports/embedder.ts';

/** A MODELS_DIR into which `models install` has put the real weights. */
const modelsDir = process.env.TEST_MODELS_DIR ?? '';

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const absence = async (name: string): Promise<string | undefined> => {
  if (!isOnnxInstalled()) return `${ONNX_PACKAGE} is not installed`;
  if (modelsDir === '') return 'TEST_MODELS_DIR is not set';
  return (await isThere(join(modelsDir, name))) ? undefined : `${name} is not in TEST_MODELS_DIR`;
};

const likeness = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/** Likeness of a question and a passage as computed by the reference tokenizer and runtime in Python. */
const references = { minilm: [0.37442, 0.01891] as const, e5: [0.85278, 0.76273] as const };
const question = 'sugar is low, patient not waking up';
const passage = 'Hypoglycaemia: give dextrose 10 g IV when the blood glucose is below 60 mg/dL.';
const other = 'Splint the fracture in the position in which it was found.';

for (const [name, model] of Object.entries(sentenceModels)) {
  const reason = await absence(model.name);
  if (reason !== undefined) {
    process.stdout.write(`${reason}: the tests of ${name} with its real weights are skipped.\n`);
    continue;
  }
  describe(`${name} with its real weights`, () => {
    let embedder: Embedder & AsyncDisposable;
    beforeAll(async () => {
      embedder = await createOnnxEmbedder({ model, modelsDir });
    });
    afterAll(() => embedder?.[Symbol.asyncDispose]());

    it('gives the vectors of the reference implementation, with its prefixes', async () => {
      const asked = await embedder.embedQuery(question);
      const { vectors } = await embedder.embedPassages([passage, other]);
      const [right, wrong] = vectors.map((vector) => likeness(asked, vector));
      const [first, second] = references[name === 'e5' ? 'e5' : 'minilm'];
      expect(right).toBeCloseTo(first, 4);
      expect(wrong).toBeCloseTo(second, 4);
    });

    it('answers a question while passages are embedded', async () => {
      const passages = embedder.embedPassages(Array.from({ length: 8 }, (_, at) => passage.repeat(8) + at));
      let isDone = false;
      void passages.then(() => {
        isDone = true;
      });
      await embedder.embedQuery(question);
      expect(isDone).toBe(false);
      await passages;
    });
  });
}
