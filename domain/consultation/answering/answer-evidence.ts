/** One numbered piece of evidence as a model is shown it and as its answer is checked against. */
export type AnswerEvidence = {
  /** The number that an answer cites it by, `[n]`, from 1. */
  readonly n: number;
  /** What is quoted of it, line by line; a line `## …` is the section that the lines below it are in. */
  readonly text: string;
  /** What it is called, with its number and patients where the title leaves them out. */
  readonly title: string;
  /** Which source it comes from, e.g. `knowledge_base` or `pubmed`. */
  readonly source: string;
  /** For whom the whole document is written, where that is known. */
  readonly population?: 'adult' | 'pediatric' | 'neonatal';
};
