/** One numbered piece of evidence, as shown to a model and used to check its answer. */
export type AnswerEvidence = {
  /** The number by which an answer cites it, `[n]`, from 1. */
  readonly n: number;
  /** The quoted lines; a line `## …` names the section of the lines below it. */
  readonly text: string;
  /** The display name, with number and patients if the title omits them. */
  readonly title: string;
  /** The source, e.g. `knowledge_base` or `pubmed`. */
  readonly source: string;
  /** The patients of the whole document, if known. */
  readonly population?: 'adult' | 'pediatric' | 'neonatal';
};
