import type { SectionRole } from '../../knowledge/sections/section-role.ts';
import type { QuestionKind } from '../query/question-kind.ts';

type Shares = Partial<Readonly<Record<SectionRole, number>>>;

/** Parts of documents that answer only a question for such a part. */
const leastWanted: Shares = {
  contents: 1,
  references: 1,
  people: 1,
  form: 1,
  quality_indicators: 1,
};
/** Parts that report on other work, or repeat for patients what is stated in full elsewhere. */
const aboutOthers: Shares = { studies: 1, leaflet: 0.7, pharmacology: 0.6, rationale: 0.6, background: 0.2 };

/**
 * How much less a part is likely to hold the answer than another that has the same words, 0 to 1, by the sort of answer:
 * "starting dose of a drug" is not answered by its trials, though these name it most often.
 */
const aside: Readonly<Record<QuestionKind, Shares>> = {
  dose: {
    ...leastWanted,
    ...aboutOthers,
    leaflet: 1,
    adverse_reactions: 0.5,
    supply: 0.4,
    overdosage: 0.3,
    contraindications: 0.3,
    history: 0.3,
  },
  contraindication: { ...leastWanted, ...aboutOthers, leaflet: 0.4 },
  interaction: { ...leastWanted, ...aboutOthers, leaflet: 0.4, pharmacology: 0 },
  harm: { ...leastWanted, ...aboutOthers, leaflet: 0 },
  monitoring: { ...leastWanted, ...aboutOthers },
  threshold: { ...leastWanted, ...aboutOthers, background: 0 },
  procedure: { ...leastWanted, ...aboutOthers, leaflet: 0.2 },
  treatment: { ...leastWanted, ...aboutOthers },
  supply: { ...leastWanted, ...aboutOthers, leaflet: 0.3 },
  general: { ...leastWanted, ...aboutOthers },
  lookup: {},
  pharmacology: { ...leastWanted, leaflet: 0.5 },
  evidence: { contents: 1, people: 1, form: 1, leaflet: 0.5 },
};

/** How likely a part is to hold the answer, 0 to 1, by the kind of answer. */
const fitting: Readonly<Record<QuestionKind, Shares>> = {
  dose: { dosage: 1, treatment: 0.6, recommendations: 0.6, highlights: 0.5, orders: 0.4, populations: 0.3 },
  contraindication: {
    contraindications: 1,
    warnings: 0.8,
    populations: 0.4,
    interactions: 0.3,
    highlights: 0.3,
  },
  interaction: { interactions: 1, warnings: 0.3, dosage: 0.3, contraindications: 0.3 },
  harm: { adverse_reactions: 1, warnings: 0.8 },
  monitoring: {
    monitoring: 1,
    recommendations: 0.5,
    warnings: 0.4,
    treatment: 0.4,
    dosage: 0.3,
    assessment: 0.3,
  },
  threshold: { assessment: 1, recommendations: 0.7, indications: 0.6, treatment: 0.3, monitoring: 0.3 },
  procedure: { procedure: 1, treatment: 0.5, dosage: 0.3 },
  treatment: { treatment: 1, recommendations: 0.8, dosage: 0.5, orders: 0.4, procedure: 0.3 },
  supply: { supply: 1, dosage: 0.6, procedure: 0.5 },
  general: { recommendations: 0.5, treatment: 0.4, assessment: 0.2 },
  lookup: {},
  pharmacology: { pharmacology: 1 },
  evidence: { rationale: 1, studies: 1 },
};

/** How well the role of a section fits the kind of answer wanted, 0 to 1. */
export const sectionFit = (kind: QuestionKind, role: SectionRole | undefined): number =>
  role === undefined ? 0 : (fitting[kind][role] ?? 0);

/** How far the role of a section speaks against its holding the answer, 0 to 1: it is lowered, never left out. */
export const sectionAside = (kind: QuestionKind, role: SectionRole | undefined): number =>
  role === undefined ? 0 : (aside[kind][role] ?? 0);
