import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concepts } from '../../../../../domain/language/terminology/concepts.ts';
import { embeddingTextOf } from '../../../../../domain/retrieval/dense/embedding-text.ts';
import {
  hashEmbedding,
  hashEmbeddingDimensions,
} from '../../../../../domain/retrieval/dense/hash-embedding.ts';
import { createLocalEmbedder } from '../../../../../infra/models/embedding/local-embedder.ts';
import { MAX_PASSAGES } from '../../../../../ports/embedder.ts';
import { givenPassage } from '../given-passages.ts';

const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

const similarity = (one: string, other: string): number => cosine(hashEmbedding(one), hashEmbedding(other));

describe('the built-in embedding', () => {
  it('is a deterministic vector of 384 components and length 1 for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const vector = hashEmbedding(text);
        expect(vector).toHaveLength(hashEmbeddingDimensions);
        expect(cosine(vector, vector)).toBeCloseTo(1, 5);
        expect(vector).toEqual(hashEmbedding(text));
      }),
      { numRuns: 100 },
    );
  });

  it('has not changed, since a change of terminology, stems or weights needs a new model name', () => {
    const everyName = concepts.flatMap((concept) => [concept.name, ...concept.also]).join(' . ');
    const texts = [
      everyName,
      'epinephrine 0.3 mg IM for anaphylaxis; doses, dosing and dosage at 12-lead',
      'SIDS side HIV hives; 0.1 mg/kg/dose, 1,500 mL, 2½ mg, 0,5 mg w/o nebulised oxygen; premature contractions',
    ];
    const sums = texts.map((text) =>
      hashEmbedding(text)
        .reduce((sum, value, index) => sum + value * (index + 1), 0)
        .toFixed(3),
    );
    expect([createLocalEmbedder().model.name, ...sums]).toEqual([
      'anamnesis-hash-384-v4',
      '98.951',
      '-264.589',
      '91.750',
    ]);
  });

  it.each([
    ['heart attack', 'myocardial infarction', 'broken leg'],
    ['narcan', 'naloxone', 'nitroglycerin'],
    ['low blood sugar', 'hypoglycemia', 'hypothermia'],
    ['seizures', 'convulsion', 'burn'],
  ])('places %s nearer to %s than to %s', (text, near, far) => {
    expect(similarity(text, near)).toBeGreaterThan(similarity(text, far) + 0.2);
  });

  it('places a misspelled word nearest to its correct spelling', () => {
    const right = similarity('anaphylaxsis', 'anaphylaxis');
    for (const other of ['bradycardia', 'tachycardia', 'hypoglycemia', 'seizure']) {
      expect(right).toBeGreaterThan(similarity('anaphylaxsis', other));
    }
  });

  it('is also a vector for a text without words', () => {
    expect(hashEmbedding('')[0]).toBe(1);
    expect(hashEmbedding('🚑')).toEqual(hashEmbedding(''));
  });
});

describe('the local embedder', () => {
  it('embeds in the given order and never leaves the machine', async () => {
    const embedder = createLocalEmbedder();
    expect(embedder.model).toMatchObject({ dimensions: 384, leavesThePremises: false });
    const { vectors, costUsd } = await embedder.embedPassages(['seizure', 'burn']);
    expect(costUsd).toBe(0);
    expect(vectors).toEqual([hashEmbedding('seizure'), hashEmbedding('burn')]);
    expect(await embedder.embedQuery('burn')).toEqual(vectors[1]);
  });

  it('truncates a text that is too long and refuses more texts than one call may hold', async () => {
    const embedder = createLocalEmbedder();
    const long = `${'word '.repeat(2000)} seizure`;
    expect(await embedder.embedQuery(long)).toEqual(
      hashEmbedding(long.slice(0, embedder.model.maxInputCharacters)),
    );
    const tooMany = Array.from({ length: MAX_PASSAGES + 1 }, () => 'x');
    await expect(embedder.embedPassages(tooMany)).rejects.toThrow(RangeError);
  });
});

describe('the embedded text', () => {
  it('puts title, section and kind before the passage', () => {
    const passage = givenPassage({
      title: 'Seizure',
      sectionPath: ['TREATMENT', 'Adult'],
      contentType: 'medication',
      text: 'Midazolam 10 mg IM.',
    });
    expect(embeddingTextOf(passage)).toBe(
      'Protocol: Seizure\n\nSection: TREATMENT > Adult\n\nType: medication\n\nMidazolam 10 mg IM.',
    );
    expect(embeddingTextOf(givenPassage({ title: 'T', text: 'x' }))).toBe('Protocol: T\n\nx');
  });

  it('respects the limit of the model without splitting a character', () => {
    const passage = givenPassage({ title: 'T', text: '🚑'.repeat(100) });
    for (const limit of [20, 21]) {
      expect(embeddingTextOf(passage, limit).length).toBeLessThanOrEqual(limit);
      expect(embeddingTextOf(passage, limit).isWellFormed()).toBe(true);
    }
  });
});
