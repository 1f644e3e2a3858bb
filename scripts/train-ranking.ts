/**
 * Learns weights of ranking from folders of documents with labelled pages, and prints them with their figures beside those
 * of the weights in use:
 *
 *   npm run train:ranking -- <folder> <folder> … [--ablations]
 *
 * Each folder holds documents and a `queries.jsonl` (docs/testing.md). Every corpus is also judged by weights that were
 * learned from the others alone: page right first / among three / mean reciprocal rank / document right first. The same
 * folders always give the same weights. It changes nothing: see docs/decisions/0015-weights-of-ranking.md.
 */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Example } from './ranking/example.ts';
import { fitWeights } from './ranking/fit-weights.ts';
import { gatherExamples, labelsOf, learnedSignals } from './ranking/gather-examples.ts';
import { type Figures, judgeWeights, type Weights } from './ranking/judge-weights.ts';

type Corpus = { readonly name: string; readonly examples: readonly Example[] };

const shown = ({ pageAt1, pageAt3, mrrAt10, documentAt1 }: Figures): string =>
  [pageAt1, pageAt3, mrrAt10, documentAt1].map((figure) => figure.toFixed(3)).join(' / ');

const weightsOf = (corpora: readonly Corpus[], without?: number): Weights =>
  fitWeights(
    corpora.map(({ examples }) => examples),
    learnedSignals.length,
    without,
  );

/** The figures of each corpus by weights learned from the others. */
const leaveOneOut = (corpora: readonly Corpus[], without?: number): readonly Figures[] =>
  corpora.map((corpus) =>
    judgeWeights(
      corpus.examples,
      weightsOf(
        corpora.filter((other) => other !== corpus),
        without,
      ),
    ),
  );

const [folders, options] = [
  process.argv.slice(2).filter((argument) => !argument.startsWith('--')),
  process.argv.slice(2).filter((argument) => argument.startsWith('--')),
];
if (folders.length < 2) {
  console.error('Name at least two folders with documents and a queries.jsonl.');
  process.exit(2);
}

const unlabelled = folders.find((folder) => !existsSync(labelsOf(folder)));
if (unlabelled !== undefined) {
  console.error(`There is no queries.jsonl in ${unlabelled}.`);
  process.exit(2);
}

const corpora: Corpus[] = [];
for (const folder of folders) {
  const name = basename(resolve(folder));
  corpora.push({ name, examples: await gatherExamples(folder) });
  console.log(`${name}: ${corpora.at(-1)?.examples.length} questions`);
}

const before = Float64Array.from(learnedSignals, ({ weight }) => weight);
const leftOut = leaveOneOut(corpora);
const weights = weightsOf(corpora);
for (const [at, { name, examples }] of corpora.entries()) {
  console.log(
    `${name}  before ${shown(judgeWeights(examples, before))}  left out ${leftOut[at] ? shown(leftOut[at]) : ''}  after ${shown(judgeWeights(examples, weights))}`,
  );
}
if (options.includes('--ablations')) {
  for (const [at, { name }] of learnedSignals.entries())
    console.log(`without ${name}  left out ${leaveOneOut(corpora, at).map(shown).join('  ')}`);
}
for (const [at, { name, weight }] of learnedSignals.entries())
  console.log(`${name}  ${weight} -> ${weights[at]}`);
