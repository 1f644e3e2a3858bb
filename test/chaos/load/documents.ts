import type { Random } from '../harness/seeded-random.ts';

const drugs = ['epinephrine', 'midazolam', 'naloxone', 'dextrose', 'ketamine', 'amiodarone', 'fentanyl'];
const conditions = [
  'anaphylaxis',
  'seizures',
  'opioid overdose',
  'hypoglycemia',
  'cardiac arrest',
  'chest pain',
];

/** A unique short guideline. */
export const drawGuideline = (random: Random, mark: string): string => {
  const drug = random.pick(drugs) ?? '';
  const condition = random.pick(conditions) ?? '';
  const steps = Array.from(
    { length: random.between(2, 12) },
    (_, step) =>
      `${step + 1}. In ${condition} give ${drug} ${random.between(1, 90)} mg IV over ${random.between(1, 20)} minutes, then watch the patient closely.`,
  );
  return `# ${drug} in ${condition}, ${mark}\n\n## Treatment\n\n${steps.join('\n')}\n\nReference ${mark}.\n`;
};

/** About fifty kilobytes, which become several times that once chunked, embedded and indexed. */
export const drawTextbook = (random: Random, mark: string): string =>
  Array.from({ length: 60 }, (_, section) => drawGuideline(random, `${mark}-${section}`)).join('\n');

/** An unreadable file of a megabyte, which needs space and little work. */
export const drawBrokenScan = (random: Random, mark: string): string =>
  `%PDF-1.4 broken ${mark} ${Array.from({ length: 100_000 }, () => random.number().toString(36).slice(2, 12)).join('')}`;

export const drawQuestion = (random: Random, mark: string): string =>
  `${random.pick(drugs)} dose for ${random.pick(conditions)}, case ${mark}`;

/** The searches before and after a replay, which must return the same passages. */
export const comparedQuestions: readonly string[] = conditions.flatMap((condition) =>
  drugs.map((drug) => `${drug} dose for ${condition}`),
);
