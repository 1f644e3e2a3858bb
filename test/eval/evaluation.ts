import { z } from 'zod';
import { faultKinds } from './answers/find-faults.ts';

const share = z.number().min(0).max(1);

/** Mean of each measure over the questions that have it; absent where none has. */
const figuresSchema = z.object({
  questions: z.int(),
  successAt1: share.optional(),
  successAt3: share.optional(),
  recallAt10: share.optional(),
  mrrAt10: share.optional(),
  ndcgAt10: share.optional(),
  /** Share of the questions whose answer phrase is in one of the first three results. */
  answerAt3: share.optional(),
  /** Share whose answer holds the phrase in its first citation, in one of the first three, in any. */
  citedFirst: share.optional(),
  citedIn3: share.optional(),
  cited: share.optional(),
  /** Share of the questions with unwanted files of which none is among the first three. */
  avoidedAt3: share.optional(),
  /** Share of the questions for a number that no document has whose results say so, and seem not sure. */
  absenceSaid: share.optional(),
});
export type Figures = z.output<typeof figuresSchema>;

/** Figures of both halves with a part of retrieval away. */
const ablationSchema = z.object({ part: z.string(), tuning: figuresSchema, final: figuresSchema });
export type Ablation = z.output<typeof ablationSchema>;

/** What one question found. */
const querySchema = z.object({
  id: z.string(),
  category: z.string(),
  /** The first ten distinct files, best first. */
  files: z.array(z.string()),
  /** Absent, with the next two, for a question that only says what should not be found. */
  successAt1: share.optional(),
  recallAt10: share.optional(),
  ndcgAt10: share.optional(),
  answerFound: z.boolean().optional(),
  avoided: z.boolean().optional(),
  absenceSaid: z.boolean().optional(),
  citedFirst: z.boolean().optional(),
  cited: z.boolean().optional(),
});

const certaintyCountsSchema = z.object({
  /** Questions that the documents cannot answer, and of how many the first result is not marked as weak. */
  unanswerable: z.int(),
  takenForAnswers: z.int(),
  /** Of how many nothing is found. */
  nothingFound: z.int(),
  /** Labelled questions, and of how many the first result is marked as weak, or nothing is found. */
  answerable: z.int(),
  calledWeak: z.int(),
});

/** Both errors of saying how sure an answer is, over all questions and in both halves. */
const certaintySchema = z.object({
  all: certaintyCountsSchema,
  tuning: certaintyCountsSchema,
  final: certaintyCountsSchema,
  kinds: z.record(z.string(), certaintyCountsSchema.pick({ unanswerable: true, takenForAnswers: true })),
  /** The ids of those in error. */
  takenForAnswers: z.array(z.string()),
  calledWeak: z.array(z.string()),
});
export type Certainty = z.output<typeof certaintySchema>;

const tallySchema = z.object({ written: z.int(), shown: z.int() });

/** Sentences that the check of model answers was given, and how many of them it lets stand. */
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
  /** Questions of which it is known what their answers must warn of. */
  needing: z.int(),
  /** The part of it that no answer has, by its place in the documents. */
  missing: z.array(z.object({ question: z.string(), file: z.string(), page: z.int(), at: z.string() })),
});
export type AnswerFigures = z.output<typeof answersSchema>;

/** What an evaluation found. Holds no text of documents or questions, so that it can be kept as a baseline. */
export const evaluationSchema = z.object({
  collection: z.string(),
  documents: z.int(),
  failed: z.array(z.object({ file: z.string(), reason: z.string() })),
  pages: z.int(),
  /** The whole first; absent unless asked for. */
  ablations: z.array(ablationSchema).optional(),
  chunks: z.int(),
  ingestion: z.object({ seconds: z.number(), pagesPerSecond: z.number() }),
  /** Milliseconds of a search over HTTP, one after the other. */
  search: z.object({ p50: z.number(), p95: z.number() }),
  /** Of the answers to the questions with an answer phrase; absent where there is none. */
  answers: answersSchema.optional(),
  /** Of a model that a script writes about the cited documents; absent from figures of before it was measured. */
  models: modelsSchema.optional(),
  /** Answers about documents that were written to mislead, by kind. */
  traps: z
    .array(z.object({ kind: z.string(), avoided: z.int(), fallenInto: z.array(z.string()) }))
    .optional(),
  /** Absent from figures of before it was measured. */
  certainty: certaintySchema.optional(),
  /** Whose vectors were searched. */
  embeddingModel: z.string().optional(),
  /** `all`, the halves `tuning` (even ids) and `final` (odd ids), and each category. */
  figures: z.record(z.string(), figuresSchema),
  queries: z.array(querySchema),
  /** The same questions asked of plain BM25 over whole texts; only with a corpus whose texts are available. */
  plainBm25: z
    .object({ figures: z.record(z.string(), figuresSchema), queries: z.array(querySchema) })
    .optional(),
});
export type Evaluation = z.output<typeof evaluationSchema>;

/** The measures in the order in which they are shown. */
export const measures = [
  ['success@1', 'successAt1'],
  ['success@3', 'successAt3'],
  ['recall@10', 'recallAt10'],
  ['MRR@10', 'mrrAt10'],
  ['nDCG@10', 'ndcgAt10'],
  ['answer@3', 'answerAt3'],
  ['cited@1', 'citedFirst'],
  ['cited@3', 'citedIn3'],
  ['cited', 'cited'],
  ['avoided@3', 'avoidedAt3'],
  ['absence said', 'absenceSaid'],
] as const satisfies readonly (readonly [string, keyof Figures])[];
