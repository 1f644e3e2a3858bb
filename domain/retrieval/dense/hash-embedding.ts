import { fnv1a } from '../../kernel/fnv-1a.ts';
import { isGenericWord } from '../../language/generic-words.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { analyzeText } from '../lexical/analyze-text.ts';

/** Dimensions of the vectors, the same as all-MiniLM-L6-v2, so that either can serve the same index. */
export const hashEmbeddingDimensions = 384;

/**
 * The weight of each kind of feature. Concepts count most: they bring "heart attack" close to "STEMI". Word parts bring
 * misspelled and inflected words close to the right ones.
 */
const featureWeights = {
  concept: 2.2,
  /** The concept of which a concept is a kind. */
  sortOf: 1.4,
  broaderConcept: 0.7,
  word: 1,
  genericWord: 0.3,
  number: 0.4,
  pair: 0.5,
  wordPart: 0.22,
} as const;

/** Components that one feature touches: several, so that two features rarely collide in all of them. */
const componentsPerFeature = 4;
const partLength = 4;

/** FNV-1a with the finalizer of MurmurHash3 to spread short keys. */
const hash = (text: string, seed: number): number => {
  let value = fnv1a(text, seed);
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
};

type Features = Map<string, { weight: number; count: number }>;

const count = (features: Features, feature: string, weight: number): void => {
  const known = features.get(feature);
  if (known) known.count += 1;
  else features.set(feature, { weight, count: 1 });
};

const wordWeight = (word: string): number => {
  if (/^\d/.test(word)) return featureWeights.number;
  return isGenericWord(word) ? featureWeights.genericWord : featureWeights.word;
};

const featuresOf = (text: string): Features => {
  const { words, concepts } = analyzeText(text);
  const features: Features = new Map();
  words.forEach((word, index) => {
    count(features, word, wordWeight(word));
    const next = words[index + 1];
    if (next !== undefined) count(features, `${word} ${next}`, featureWeights.pair);
    if (word.length < 5 || /\d/.test(word)) return;
    const padded = `_${word}_`;
    for (let at = 0; at + partLength <= padded.length; at += 1) {
      count(features, `~${padded.slice(at, at + partLength)}`, featureWeights.wordPart);
    }
  });
  for (const name of concepts) {
    count(features, `#${name}`, featureWeights.concept);
    const concept = conceptByName.get(name);
    for (const sort of concept?.sortOf ?? []) count(features, `#${sort}`, featureWeights.sortOf);
    for (const broader of concept?.broader ?? []) {
      count(features, `#${broader}`, featureWeights.broaderConcept);
    }
  }
  return features;
};

/**
 * Embeds a text without a model: words, neighbouring pairs, word parts and medical concepts are hashed onto the
 * components of a vector with signs ("feature hashing", Weinberger et al., ICML 2009), with a logarithmic term
 * frequency. The same text always gives the same vector, on every machine.
 *
 * @returns a vector of 384 components and length 1; for a text without any word, the first unit vector
 */
export const hashEmbedding = (text: string): Float32Array => {
  const vector = new Float64Array(hashEmbeddingDimensions);
  for (const [feature, { weight, count: times }] of featuresOf(text)) {
    const value = weight * (1 + Math.log(times));
    for (let part = 0; part < componentsPerFeature; part += 1) {
      const code = hash(feature, part * 0x9e3779b1);
      const component = (code >>> 1) % hashEmbeddingDimensions;
      vector[component] = (vector[component] ?? 0) + ((code & 1) === 0 ? value : -value);
    }
  }
  return unit(vector);
};

const unit = (vector: Float64Array): Float32Array => {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) {
    const first = new Float32Array(vector.length);
    first[0] = 1;
    return first;
  }
  const length = Math.sqrt(squares);
  return Float32Array.from(vector, (value) => value / length);
};
