import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { createOnnxEmbedder } from '../../../../../infra/models/embedding/sentence-models/onnx-embedder.ts';
import {
  isOnnxInstalled,
  ONNX_PACKAGE,
} from '../../../../../infra/models/embedding/sentence-models/onnx-runtime.ts';
import { sentenceModels } from '../../../../../infra/models/installable/sentence-models.ts';
import { embedderContract } from '../../../../contract/embedder.contract.ts';
import { writeTinySentenceModel } from '../../../../support/tiny-sentence-model.ts';

describe('an installable sentence model', () => {
  let modelsDir: string;
  beforeAll(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'anamnesis-no-models-'));
  });
  afterAll(() => rm(modelsDir, { recursive: true }));

  it('is unavailable, with the next step, while it or its runtime is missing', async () => {
    const failed = await createOnnxEmbedder({ model: sentenceModels.e5, modelsDir }).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(Failure);
    expect(failed).toMatchObject({ reason: { code: 'unavailable' } });
    expect(String(failed)).toContain(
      isOnnxInstalled() ? 'npx anamnesis models list' : `npm install --ignore-scripts ${ONNX_PACKAGE}@`,
    );
  });
});

/** 300 MB with its runtime: the suite runs only where it is installed. */
if (isOnnxInstalled()) {
  embedderContract('a sentence model in threads', async () => {
    const { folder, model } = await writeTinySentenceModel(24);
    const embedder = await createOnnxEmbedder({
      model: { ...sentenceModels.e5, name: model, dimensions: 24 },
      modelsDir: folder,
    });
    return {
      embedder,
      dispose: async () => {
        await embedder[Symbol.asyncDispose]();
        await rm(folder, { recursive: true });
      },
    };
  });
} else {
  process.stdout.write(`${ONNX_PACKAGE} is not installed: its tests are skipped.\n`);
}
