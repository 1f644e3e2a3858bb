import { z } from 'zod';

/**
 * The schemes by which guidelines grade recommendations:
 * - `acc_aha`: class (COR) and level (LOE); Halperin JL et al., Circulation 2016;133:1426-8
 * - `esc`: class and level; e.g. McDonagh TA et al., Eur Heart J 2021;42:3599-726, tables 1 and 2
 * - `grade`: strength and quality of evidence; Guyatt GH et al., BMJ 2008;336:924-6. Its codes 1A to 2D as in KDIGO and
 *   the ACCP; Guyatt GH et al., Chest 2006;129:174-81
 * - `sign`: grades A to D, levels 1++ to 4; Harbour R, Miller J, BMJ 2001;323:334-6
 * - `ocebm`: grades A to D, levels 1a to 5; Oxford Centre for Evidence-Based Medicine, Levels of Evidence, March 2009
 * - `uspstf`: grades A to D and the I statement; US Preventive Services Task Force, Grade Definitions After July 2012
 * - `unnamed`: a notation that several of them share ("Class I, Level A", "Grade A recommendation"), without further
 *   evidence
 */
const gradingSystems = ['acc_aha', 'esc', 'grade', 'sign', 'ocebm', 'uspstf', 'unnamed'] as const;
export type GradingSystem = (typeof gradingSystems)[number];

/** The strength of a recommendation, in the terms of its scheme. Conditional recommendations of GRADE are weak. */
const recommendationClasses = [
  'I',
  'IIa',
  'IIb',
  'III',
  'III: No Benefit',
  'III: Harm',
  'strong',
  'weak',
  'A',
  'B',
  'C',
  'D',
  'I statement',
] as const;
export type RecommendationClass = (typeof recommendationClasses)[number];

/** The level of evidence, in the terms of its scheme. */
const evidenceLevels = [
  'A',
  'B',
  'B-R',
  'B-NR',
  'C',
  'C-LD',
  'C-EO',
  'high',
  'moderate',
  'low',
  'very low',
  '1++',
  '1+',
  '1-',
  '2++',
  '2+',
  '2-',
  '1a',
  '1b',
  '1c',
  '2a',
  '2b',
  '2c',
  '3a',
  '3b',
  '4',
  '5',
] as const;
export type EvidenceLevel = (typeof evidenceLevels)[number];

/** A graded statement of a text. A grade belongs to its sentence, never to the passage around it. */
export const recommendationSchema = z.strictObject({
  system: z.enum(gradingSystems),
  recommendationClass: z.enum(recommendationClasses).optional(),
  evidenceLevel: z.enum(evidenceLevels).optional(),
  /** The graded statement, verbatim. */
  statement: z.string(),
});
export type Recommendation = Readonly<z.output<typeof recommendationSchema>>;
