/** Pseudorandom numbers between 0 and 1 for a seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Approximately normal: the sum of twelve uniform numbers, minus its mean. */
const bellFrom = (random: () => number): number => {
  let sum = -6;
  for (let times = 0; times < 12; times += 1) sum += random();
  return sum;
};

const unit = (vector: Float32Array): Float32Array => {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

/** The spread of vectors within a topic, relative to 1 for the spread of topics. */
const SPREAD = 0.7;

/**
 * Unit vectors clustered in topics, like those of passages, deterministic for a seed. The topics depend on `topicSeed`,
 * so that questions can share them.
 */
export const generatedVectors = (
  count: number,
  dimensions: number,
  { seed = 1, topics = 50, topicSeed = 7 } = {},
): readonly Float32Array[] => {
  const ofTopics = randomFrom(topicSeed);
  const middles = Array.from({ length: topics }, () =>
    Float32Array.from({ length: dimensions }, () => bellFrom(ofTopics)),
  );
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => {
    const middle = middles[Math.floor(random() * topics)];
    return unit(
      Float32Array.from({ length: dimensions }, (_, at) => (middle?.[at] ?? 0) + SPREAD * bellFrom(random)),
    );
  });
};
