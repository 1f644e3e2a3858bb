import type { BenchFile } from './open-bench-application.ts';

export const conditions = [
  'anaphylaxis',
  'asthma exacerbation',
  'status epilepticus',
  'hypoglycemia',
  'opioid overdose',
  'cardiac arrest',
  'supraventricular tachycardia',
  'symptomatic bradycardia',
  'stroke',
  'sepsis',
  'burns',
  'traumatic hemorrhage',
  'croup',
  'eclampsia',
  'hyperkalemia',
  'acute coronary syndrome',
];
export const drugs = [
  'epinephrine',
  'albuterol',
  'midazolam',
  'dextrose',
  'naloxone',
  'amiodarone',
  'adenosine',
  'atropine',
  'aspirin',
  'ondansetron',
  'fentanyl',
  'ketamine',
  'magnesium sulfate',
  'calcium chloride',
  'diphenhydramine',
  'lidocaine',
];
export const groups = ['adults', 'children', 'infants', 'pregnant patients', 'older patients'];
const actions = [
  'assess the airway and give oxygen',
  'place the patient on a cardiac monitor',
  'obtain vascular access',
  'record vital signs every five minutes',
  'contact the base hospital',
  'prepare for transport without delay',
  'check the blood glucose level',
  'reassess breathing and circulation',
];

const pick = (values: readonly string[], seed: number): string => values[seed % values.length] ?? '';
/** A fixed hash of numbers (Knuth's multiplicative hash), so that every run sees the same texts. */
export const scatter = (seed: number): number => Math.imul(seed + 1, 2_654_435_761) >>> 8;

/** Sentences that read like a protocol; the doses are invented and meaningless. */
const section = (seed: number): string => {
  const sentences = Array.from({ length: 14 }, (_, index) => {
    const s = scatter(seed * 31 + index);
    return `For ${pick(groups, s)} with ${pick(conditions, s >> 3)} ${pick(actions, s >> 5)}; dose ${(s % 97) + 1} of ${pick(drugs, s >> 7)} is an invented number of item ${seed}-${index}.`;
  });
  return sentences.join(' ');
};

/** Markdown documents of many sections, the same in every run; invented text, not clinical advice. */
export const generatedProtocols = (from: number, documents: number, sections: number): readonly BenchFile[] =>
  Array.from({ length: documents }, (_, index) => {
    const number = from + index;
    const text = [
      `# Example protocol ${number}: ${pick(conditions, number)}`,
      ...Array.from({ length: sections }, (_section, s) => {
        const seed = number * sections + s;
        return `## ${pick(drugs, scatter(seed))} in ${pick(conditions, scatter(seed) >> 4)} ${seed}\n\n${section(seed)}`;
      }),
    ].join('\n\n');
    return { name: `example-${number}.md`, bytes: new TextEncoder().encode(text) };
  });

/** One question for each pair of a drug and a condition. */
export const generatedQuestions: readonly string[] = drugs.flatMap((drug) =>
  conditions.map((condition) => `What is the dose of ${drug} for ${condition} in children?`),
);

/** The same questions with two letters of the drug's name swapped. */
export const misspelledQuestions: readonly string[] = drugs.flatMap((drug) =>
  conditions.map(
    (condition) =>
      `What is the dose of ${drug.replace(/^(....)(.)(.)/, '$1$3$2')} for ${condition} in children?`,
  ),
);
