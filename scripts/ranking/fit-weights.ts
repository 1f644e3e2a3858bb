import type { Example } from './example.ts';
import type { Weights } from './judge-weights.ts';

/** How strongly weights are drawn to zero, and the steps of Adam (Kingma and Ba, 2015); few steps hold back as well. */
const decay = 0.002;
const steps = 90;
const rate = 0.15;
const [meanDecay, squareDecay] = [0.9, 0.99] as const;
/** A logit for each point of score: the loss has a scale of its own, and the given weights have another. */
const logitsPerPoint = 1.7;

type Weighted = { readonly example: Example; readonly share: number };

/** The questions that teach something, so weighed that every corpus counts as much as any other. */
const lessonsOf = (corpora: readonly (readonly Example[])[]): readonly Weighted[] =>
  corpora.flatMap((examples) => {
    const useful = examples.filter(
      (example) => example.some(({ isRight }) => isRight) && example.some(({ isRight }) => !isRight),
    );
    return useful.map((example) => ({ example, share: 1 / useful.length / corpora.length }));
  });

/** Adds the gradient of the loss: -log of the probability (softmax) that a right candidate comes first. */
const addGradient = (gradient: Float64Array, weights: Weights, { example, share }: Weighted): void => {
  const sums = example.map(({ values, given }) =>
    values.reduce((sum, value, of) => sum + (weights[of] ?? 0) * value, logitsPerPoint * given),
  );
  const most = Math.max(...sums);
  const likely = sums.map((sum) => Math.exp(sum - most));
  const all = likely.reduce((sum, one) => sum + one, 0);
  const right = likely.reduce((sum, one, at) => sum + (example[at]?.isRight ? one : 0), 0);
  example.forEach(({ isRight, values }, at) => {
    const one = likely[at] ?? 0;
    const pull = share * (one / all - (isRight ? one / right : 0));
    for (let of = 0; of < gradient.length; of += 1)
      gradient[of] = (gradient[of] ?? 0) + pull * (values[of] ?? 0);
  });
};

const descend = (lessons: readonly Weighted[], used: readonly boolean[]): Weights => {
  const weights = new Float64Array(used.length);
  const means = new Float64Array(used.length);
  const squares = new Float64Array(used.length);
  for (let step = 1; step <= steps; step += 1) {
    const gradient = new Float64Array(used.length);
    for (const lesson of lessons) addGradient(gradient, weights, lesson);
    const length = rate * (1 - (0.9 * step) / steps);
    used.forEach((isUsed, of) => {
      if (!isUsed) return;
      const slope = (gradient[of] ?? 0) + decay * (weights[of] ?? 0);
      const mean = meanDecay * (means[of] ?? 0) + (1 - meanDecay) * slope;
      const square = squareDecay * (squares[of] ?? 0) + (1 - squareDecay) * slope * slope;
      means[of] = mean;
      squares[of] = square;
      const unbiased = mean / (1 - meanDecay ** step);
      const spread = Math.sqrt(square / (1 - squareDecay ** step));
      weights[of] = (weights[of] ?? 0) - (length * unbiased) / (spread + 1e-8);
    });
  }
  return weights;
};

/**
 * Fits the weights of the learned signals to the labelled questions of some corpora, from zero, by the gradient of a
 * listwise loss (ListNet, Cao et al., 2007). The same questions always give the same weights.
 *
 * @param without the place of a signal to leave out
 */
export const fitWeights = (
  corpora: readonly (readonly Example[])[],
  signals: number,
  without?: number,
): Weights => {
  const used = Array.from({ length: signals }, (_, of) => of !== without);
  return descend(lessonsOf(corpora), used).map((weight) => Math.round((weight / logitsPerPoint) * 100) / 100);
};
