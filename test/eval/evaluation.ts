import { z } from 'zod';
import { faultKinds } from './answers/find-faults.ts';

const share = z.number().min(0).max(1);

/** The mean of each measure over the questions that have it; absent when none has. */
const figuresSchema = z.object({
  questions: z.int(),
  successAt1: share.optional(),
  successAt3: share.optional(),
  recallAt10: share.optional(),
  mrrAt10: share.optional(),
  ndcgAt10: share.optional(),
  /** Share of the questions whose first result is on a labelled page, and with one among the first three. */
  pageAt1: share.optional(),
  pageAt3: share.optional(),
  /** Share of the questions whose answer phrase is in one of the first three results. */
  answerAt3: share.optional(),
  /** Share with the phrase in the first citation, in one of the first three, in any. */
  citedFirst: share.optional(),
  citedIn3: share.optional(),
  cited: share.optional(),
  /** Share of the questions with unwanted files of which none is among the first three. */
  avoidedAt3: share.optional(),
  /** Share of the questions about an absent number whose results point that out and are not marked as strong. */
  absenceSaid: share.optional(),
});
export type Figures = z.output<typeof figuresSchema>;

/** Figures of both halves without a part of retrieval. */
const ablationSchema = z.object({ part: z.string(), tuning: figuresSchema, final: figuresSchema });
export type Ablation = z.output<typeof ablationSchema>;

/** The results of one question. */
const querySchema = z.object({
  id: z.string(),
  category: z.string(),
  /** The first ten distinct files, best first. */
  files: z.array(z.string()),
  /** Absent, with the next two, for a question that only names unwanted files. */
  successAt1: share.optional(),
  recallAt10: share.optional(),
  ndcgAt10: share.optional(),
  pageFound: z.object({ first: z.boolean(), three: z.boolean() }).optional(),
  answerFound: z.boolean().optional(),
  avoided: z.boolean().optional(),
  absenceSaid: z.boolean().optional(),
  citedFirst: z.boolean().optional(),
  cited: z.boolean().optional(),
});

const certaintyCountsSchema = z.object({
  /** Questions that the documents cannot answer, and how many get a first result not marked as weak. */
  unanswerable: z.int(),
  takenForAnswers: z.int(),
  /** How many find nothing. */
  nothingFound: z.int(),
  /** Labelled questions, and how many get a first result marked as weak, or none. */
  answerable: z.int(),
  calledWeak: z.int(),
});

/** Both errors of stated certainty, over all questions and in both halves. */
const certaintySchema = z.object({
  all: certaintyCountsSchema,
  tuning: certaintyCountsSchema,
  final: certaintyCountsSchema,
  kinds: z.record(z.string(), certaintyCountsSchema.pick({ unanswerable: true, takenForAnswers: true })),
  /** The ids of the questions in error. */
  takenForAnswers: z.array(z.string()),
  calledWeak: z.array(z.string()),
});
export type Certainty = z.output<typeof certaintySchema>;

const tallySchema = z.object({ written: z.int(), shown: z.int() });

/** Sentences given to the check of model answers, and how many pass. */
const modelsSchema = z.object({
  quoted: tallySchema,
  well: tallySchema,
  badly: z.object({
    value: tallySchema,
    patients: tallySchema,
    concentration: tallySchema,
    route: tallySchema,
  }),
});

/** The faults of answers, each with its place: the question, the citation, its passage and line, from 1. */
const answersSchema = z.object({
  /** Mean length of an answer. */
  characters: z.number(),
  faults: z.array(
    z.object({
      kind: z.enum(faultKinds),
      question: z.string(),
      n: z.int(),
      passage: z.int(),
      line: z.int(),
    }),
  ),
  /** Questions whose required warnings are known. */
  needing: z.int(),
  /** The warnings missing from answers, by their place in the documents. */
  missing: z.array(z.object({ question: z.string(), file: z.string(), page: z.int(), at: z.string() })),
});
export type AnswerFigures = z.output<typeof answersSchema>;

/** The result of an evaluation. Contains no text of documents or questions, so that it can be stored as a baseline. */
export const evaluationSchema = z.object({
  collection: z.string(),
  documents: z.int(),
  failed: z.array(z.object({ file: z.string(), reason: z.string() })),
  pages: z.int(),
  /** The full search first; absent unless requested. */
  ablations: z.array(ablationSchema).optional(),
  chunks: z.int(),
  ingestion: z.object({ seconds: z.number(), pagesPerSecond: z.number() }),
  /** Milliseconds of sequential searches over HTTP. */
  search: z.object({ p50: z.number(), p95: z.number() }),
  /** Figures of the answers to questions with an answer phrase; absent when there is none. */
  answers: answersSchema.optional(),
  /** Figures of scripted models about the cited documents; absent from older results. */
  models: modelsSchema.optional(),
  /** Answers about misleading documents, by kind. */
  traps: z
    .array(z.object({ kind: z.string(), avoided: z.int(), fallenInto: z.array(z.string()) }))
    .optional(),
  /** Absent from older results. */
  certainty: certaintySchema.optional(),
  /** The model of the searched vectors. */
  embeddingModel: z.string().optional(),
  /** `all`, the halves `tuning` (even ids) and `final` (odd ids), and each category. */
  figures: z.record(z.string(), figuresSchema),
  queries: z.array(querySchema),
  /** The same questions asked of plain BM25 over whole texts; only for a corpus whose texts are available. */
  plainBm25: z
    .object({ figures: z.record(z.string(), figuresSchema), queries: z.array(querySchema) })
    .optional(),
});
export type Evaluation = z.output<typeof evaluationSchema>;

/** The measures in display order. */
export const measures = [
  ['success@1', 'successAt1'],
  ['success@3', 'successAt3'],
  ['recall@10', 'recallAt10'],
  ['MRR@10', 'mrrAt10'],
  ['nDCG@10', 'ndcgAt10'],
  ['page@1', 'pageAt1'],
  ['page@3', 'pageAt3'],
  ['answer@3', 'answerAt3'],
  ['cited@1', 'citedFirst'],
  ['cited@3', 'citedIn3'],
  ['cited', 'cited'],
  ['avoided@3', 'avoidedAt3'],
  ['absence said', 'absenceSaid'],
] as const satisfies readonly (readonly [string, keyof Figures])[];
