import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPart, type Embedder, MAX_PASSAGES } from '../../ports/embedder.ts';

type Created = { readonly embedder: Embedder; readonly dispose?: () => Promise<void> };

const lengthOf = (vector: Float32Array): number =>
  Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

const passages = (count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, index) => `Protocol ${index}: give ${index + 1} mg of drug ${index % 7}.`,
  );

/** The contract of every embedder. `create` returns one that is ready; the suite disposes of it. */
export const embedderContract = (name: string, create: () => Promise<Created>): void => {
  describe(`${name} as an embedder`, () => {
    let created: Created;
    let embedder: Embedder;
    beforeAll(async () => {
      created = await create();
      embedder = created.embedder;
    });
    afterAll(() => created?.dispose?.());

    it('describes its model', () => {
      const { model } = embedder;
      expect(model.name).not.toBe('');
      expect(model.dimensions).toBeGreaterThan(0);
      expect(model.batchSize).toBeGreaterThan(0);
      expect(model.maxInputCharacters).toBeGreaterThanOrEqual(1000);
    });

    it('returns unit vectors with the dimensions of its model', async () => {
      const { vectors } = await embedder.embedPassages(passages(5));
      expect(vectors).toHaveLength(5);
      for (const vector of [...vectors, await embedder.embedQuery('What is the dose of drug 3?')]) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(embedder.model.dimensions);
        expect(lengthOf(vector)).toBeCloseTo(1, 5);
      }
    });

    it('keeps the order of the texts across any number of requests', async () => {
      const texts = passages(embedder.model.batchSize * 2 + 3);
      const { vectors } = await embedder.embedPassages(texts);
      expect(vectors).toHaveLength(texts.length);
      for (const place of [0, embedder.model.batchSize, texts.length - 1]) {
        const { vectors: alone } = await embedder.embedPassages(texts.slice(place, place + 1));
        const [vector] = alone;
        const same = vectors[place]?.reduce((sum, value, index) => sum + value * (vector?.[index] ?? 0), 0);
        expect(same).toBeGreaterThan(0.9999);
      }
    });

    it('returns the same vector for the same text, also twice in one call', async () => {
      const { vectors } = await embedder.embedPassages(['seizure', 'burn', 'seizure']);
      expect(vectors[0]).toEqual(vectors[2]);
      expect(vectors[0]).not.toEqual(vectors[1]);
    });

    it('embeds a text longer than its model can read', async () => {
      const { vectors } = await embedder.embedPassages(['chest pain '.repeat(20_000), '🚑'.repeat(60_000)]);
      expect(vectors.map(lengthOf).every((length) => Math.abs(length - 1) < 1e-5)).toBe(true);
    });

    it('returns no vectors for no texts', async () => {
      expect(await embedder.embedPassages([])).toEqual({ vectors: [], tokens: 0, costUsd: 0 });
    });

    it('refuses more texts than the limit of one call', async () => {
      await expect(embedder.embedPassages(passages(MAX_PASSAGES + 1))).rejects.toThrow(RangeError);
    });

    it('rejects when its signal aborts', async () => {
      const texts = Array.from({ length: 3 }, () => `new text ${Math.random()}`);
      await expect(embedder.embedPassages(texts, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    });

    it('reports parts that add up to the whole, if it reports any', async () => {
      const texts = Array.from(
        { length: embedder.model.batchSize + 3 },
        (_, index) => `text ${index} of ${Math.random()}`,
      );
      const parts: EmbeddedPart[] = [];
      const { vectors, tokens } = await embedder.embedPassages(texts, {
        onPart: (part) => void parts.push(part),
      });
      expect(vectors).toHaveLength(texts.length);
      if (parts.length === 0) return;
      const expected = new Map(
        parts.flatMap((part) => part.texts.map((text, at) => [text, part.vectors[at]])),
      );
      expect(texts.map((text) => expected.get(text))).toEqual(vectors);
      expect(parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(tokens);
    });

    it('reports token counts and costs that are never negative', async () => {
      const { tokens, costUsd } = await embedder.embedPassages(passages(3));
      expect(tokens).toBeGreaterThanOrEqual(0);
      expect(costUsd === null || costUsd >= 0).toBe(true);
    });
  });
};
