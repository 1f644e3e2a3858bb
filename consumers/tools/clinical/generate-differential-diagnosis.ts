import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import { type Diagnosis, diagnoses, isPossibleFor } from '../../../domain/tools/differential/diagnoses.ts';
import { explainRanking } from '../../../domain/tools/differential/explain-ranking.ts';
import {
  type Presentation,
  presentFeatures,
  type RankedDiagnosis,
  rankDiagnoses,
  undocumentedDiagnoses,
} from '../../../domain/tools/differential/rank-diagnoses.ts';
import { type ReadablePassage, readPassages } from '../../../domain/tools/differential/read-passages.ts';
import type { ToolCitation } from '../../../domain/tools/tool-citation.ts';
import type { KnowledgeSearch, SearchResult } from '../../../ports/knowledge-search.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { RegisteredTool, ToolContext } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import { modelDifferential } from './model-differential.ts';
import { sexOf, toolSexSchema } from './tool-patient.ts';

/** Verbatim from the specification (tool 9). */
const disclaimers = [
  'This is not a substitute for clinical judgment',
  'Consider patient context and physical exam findings',
] as const;

const resultSchema = z.strictObject({
  chief_complaint: z.string(),
  diagnoses: z.array(
    z.strictObject({
      diagnosis: z.string(),
      probability: z.enum(['high', 'medium', 'low']),
      key_features: z.array(z.string()),
      missing_features: z.array(z.string()),
      next_steps: z.array(z.string()),
    }),
  ),
  reasoning: z.string(),
  disclaimers: z.array(z.string()),
});

/** Passages for the complaint, and for each illness looked up by name. */
const FOR_COMPLAINT = 20;
const FOR_ILLNESS = 4;
/** Illnesses looked up by name: the first ones named, and those that must not be missed. */
const NAMED = 8;
const GRAVE = 10;
/** Searches at a time: each keeps a core busy. */
const CONCURRENCY = 4;
const LONGEST_QUERY = 500;
/** Pieces of evidence for the whole list. */
const MOST_CITED = 20;
/** Characters of one piece that a model is shown. */
const SHOWN = 1500;

const patientWords = ({ ageYears, sex }: Presentation): string =>
  [
    ageYears === undefined ? '' : `${ageYears} year old`,
    sex === undefined ? '' : sex === 'female' ? 'female' : 'male',
  ]
    .join(' ')
    .trim();

type Services = {
  readonly search: Pick<KnowledgeSearch, 'search'>;
  /** A model on the premises; without one, the list is ranked by the documents alone. */
  readonly model?: LanguageModel;
};

const readable = ({ passage }: SearchResult): ReadablePassage => ({
  id: passage.chunkId,
  title: passage.title,
  sectionPath: passage.sectionPath,
  text: passage.text,
});

/** Illnesses worth a separate search, with the findings so far. */
const toLookUp = (found: readonly SearchResult[], presentation: Presentation): readonly Diagnosis[] => {
  const documented = readPassages(found.map(readable));
  const named = rankDiagnoses(documented, presentation, NAMED).map(({ diagnosis }) => diagnosis);
  const present = presentFeatures(presentation);
  const overlap = ({ lookFor }: Diagnosis): number => lookFor.filter((one) => present.has(one)).length;
  const grave = diagnoses
    .filter(
      (one) =>
        one.mustNotMiss && !named.includes(one) && overlap(one) > 0 && isPossibleFor(one, presentation),
    )
    .toSorted((one, other) => overlap(other) - overlap(one))
    .slice(0, GRAVE);
  return [...named, ...grave];
};

const findEvidence = async (
  { search }: Services,
  presentation: Presentation,
  { user, signal }: Pick<ToolContext, 'user' | 'signal'>,
): Promise<readonly SearchResult[]> => {
  const find = async (query: string, limit: number): Promise<readonly SearchResult[]> => {
    signal.throwIfAborted();
    const { results } = await search.search({
      query: query.slice(0, LONGEST_QUERY),
      filters: {},
      limit,
      phi: true,
      askedBy: user,
    });
    return results;
  };
  const { chiefComplaint, symptoms } = presentation;
  const first = await find(
    `${chiefComplaint}, ${symptoms.join(', ')} ${patientWords(presentation)}`,
    FOR_COMPLAINT,
  );
  const second = await find(`differential diagnosis of ${chiefComplaint}`, FOR_COMPLAINT);
  const all = new Map([...second, ...first].map((result) => [result.passage.chunkId, result]));
  const illnesses = toLookUp([...all.values()], presentation);
  for (let from = 0; from < illnesses.length; from += CONCURRENCY) {
    const lists = await Promise.all(
      illnesses
        .slice(from, from + CONCURRENCY)
        .map(({ name }) => find(`${name} signs and symptoms`, FOR_ILLNESS)),
    );
    for (const result of lists.flat())
      if (!all.has(result.passage.chunkId)) all.set(result.passage.chunkId, result);
  }
  return [...all.values()];
};

const ofWomen = /\b(?:pregnan|ovar|uter|vagin|cervic|placent|endometri|eclamp|menstru|obstetric|postpartum)/;
const ofMen = /\b(?:prostat|testic|penile|scrot|epididym)/;

/** An illness named by a model and missing from the table. */
const namedByModel = (name: string): Diagnosis => ({
  name,
  names: [],
  mustNotMiss: false,
  lookFor: [],
  ...(ofWomen.test(name) ? { sex: 'female' as const } : {}),
  ...(ofMen.test(name) ? { sex: 'male' as const } : {}),
});

const isKnown = (name: string): boolean =>
  diagnoses.some((one) => one.name === name || one.names.includes(name));

const pagesOf = ({ firstPage, lastPage }: Passage): string =>
  firstPage === lastPage ? `${firstPage}` : `${firstPage}-${lastPage}`;

const citationOf = ({ passage, score }: SearchResult, names: readonly string[]): ToolCitation => ({
  text: passage.text,
  sourceType: 'knowledge_base',
  sourceTitle: `${passage.title}, p. ${pagesOf(passage)}`,
  relevanceScore: Math.min(1, Math.max(0, score)),
  metadata: {
    doc_key: passage.docKey,
    version: passage.version,
    pages: pagesOf(passage),
    section: passage.sectionPath.join(' > ').slice(0, 500),
    diagnoses: names.join(', ').slice(0, 500),
  },
});

/** Suggests diagnoses from documents, each with the documents' statements about it. */
export const generateDifferentialDiagnosis = (services: Services): RegisteredTool =>
  defineTool({
    name: 'generate_differential_diagnosis',
    category: 'medical',
    description:
      'Lists diagnoses from the documents of the knowledge base that fit the stated features of a patient, with matched and missing features and next steps, all cited. The probability word says how well the features match the documents, not how common the illness is. Show the disclaimers, and never leave out a listed diagnosis or one that the reasoning names as not to be missed.',
    arguments: z.strictObject({
      chief_complaint: z.string().trim().min(1).max(500).describe('Why the patient came'),
      symptoms: z
        .array(z.string().trim().min(1).max(200))
        .max(50)
        .describe('Symptoms and signs, one per entry; write "no fever" for an absent one'),
      patient_age: z.int().min(0).max(130).optional().describe('Years'),
      patient_sex: toolSexSchema.optional().describe('"M", "F" or "Other"'),
      relevant_history: z
        .array(z.string().trim().min(1).max(200))
        .max(50)
        .optional()
        .describe('Past illnesses, habits and medications'),
      max_results: z.int().min(1).max(20).default(10).describe('Maximum number of diagnoses to list'),
    }),
    result: resultSchema,
    requiresPhi: true,
    requiresConfirmation: false,
    riskLevel: 'medium',
    rateLimit: 30,
    timeoutSeconds: 30,
    permission: 'tools:call',
    // A model on the premises sends nothing outside.
    sends: services.model === undefined ? 'nothing' : 'on-premises',
    afterCrash: 'repeat',
    handler: async (args, context) => {
      context.phi();
      const { clinicalContext: known = {} } = context;
      const presentation: Presentation = {
        chiefComplaint: args.chief_complaint,
        symptoms: args.symptoms,
        history:
          args.relevant_history ??
          (known.relevantHistory ?? '').split(/[;\n]/).filter((one) => one.trim() !== ''),
        ...omitUndefined({
          ageYears: args.patient_age ?? known.patientAge,
          sex: sexOf(args.patient_sex, known.patientSex),
        }),
      };
      const found = await findEvidence(services, presentation, context);
      const byId = new Map(found.map((result) => [result.passage.chunkId, result]));
      const passages = found.map(readable);
      const rank = (more: readonly Diagnosis[] = []): readonly RankedDiagnosis[] => {
        const all = [...diagnoses, ...more];
        return rankDiagnoses(readPassages(passages, all), presentation, args.max_results, all);
      };
      let ranked = rank();
      const numbered = (): Map<string, number> =>
        new Map(
          [...new Set(ranked.flatMap((one) => one.passages))]
            .slice(0, MOST_CITED)
            .map((id, at) => [id, at + 1]),
        );
      const numbers = numbered();
      let reasoning: string | undefined;
      if (services.model !== undefined && ranked.length > 0) {
        const evidence = [...numbers].map(([id, n]) => ({
          n,
          title: byId.get(id)?.passage.title ?? '',
          text: (byId.get(id)?.passage.text ?? '').slice(0, SHOWN),
          source: 'knowledge_base',
        }));
        const written = await modelDifferential(services.model, presentation, evidence, context.signal);
        reasoning = written?.reasoning;
        const added = (written?.names ?? []).filter((name) => !isKnown(name)).map(namedByModel);
        if (added.length > 0) {
          ranked = rank(added);
          // Evidence that the model cited keeps its number; that of its further diagnoses follows.
          const further = numbered();
          for (const id of further.keys())
            if (!numbers.has(id) && numbers.size < MOST_CITED) numbers.set(id, numbers.size + 1);
        }
      }
      const numbersOf = (one: RankedDiagnosis): readonly number[] =>
        one.passages.flatMap((id) => numbers.get(id) ?? []);
      const cited = ranked.filter((one) => numbersOf(one).length > 0);
      context.cite(
        ...[...numbers.keys()].flatMap((id) => {
          const result = byId.get(id);
          const names = cited
            .filter((one) => one.passages.includes(id))
            .map(({ diagnosis }) => diagnosis.name);
          return result === undefined ? [] : [citationOf(result, names)];
        }),
      );
      return {
        chief_complaint: args.chief_complaint,
        diagnoses: cited.map(({ diagnosis, probability, keyFeatures, missingFeatures, nextSteps }) => ({
          diagnosis: diagnosis.name,
          probability,
          key_features: [...keyFeatures],
          missing_features: [...missingFeatures],
          next_steps: [...nextSteps],
        })),
        reasoning: [explainRanking(cited, numbersOf, undocumentedDiagnoses(cited, presentation)), reasoning]
          .filter((part) => part !== undefined)
          .join('\n\n'),
        disclaimers: [...disclaimers],
      };
    },
  });
