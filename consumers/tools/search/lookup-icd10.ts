import { z } from 'zod';
import type { DiagnosisCodes } from '../../../ports/diagnosis-codes.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import type { RememberResult } from './remember-result.ts';
import { guidelinesInstead, maxResultsArgument, outsideTerms, queryArgument } from './search-terms.ts';

type CodeServices = {
  /** Absent where the look-up is not switched on. */
  readonly codes?: DiagnosisCodes | undefined;
  readonly remember: RememberResult;
};

const CODE_SYSTEM = 'ICD-10-CM';
/** Where the service describes what it serves. */
const ABOUT = 'https://clinicaltables.nlm.nih.gov/apidoc/icd10cm/v3/doc.html';

const resultSchema = z.strictObject({
  codes: z.array(z.strictObject({ code: z.string(), description: z.string() })),
  code_system: z.literal(CODE_SYSTEM),
  total_count: z.int().min(0),
  query: z.string(),
});

/** Finds codes of diagnoses in the United States' edition of ICD-10. */
export const lookupIcd10 = ({ codes: table, remember }: CodeServices): RegisteredTool =>
  defineTool({
    name: 'lookup_icd10',
    category: 'medical',
    description:
      'Looks up ICD-10-CM codes by words of a diagnosis ("acute myocardial infarction") or by the beginning of a code ("I21"). Returns codes with their official descriptions; a person must decide which one fits a patient.',
    arguments: z.strictObject({
      query: queryArgument('Words of the diagnosis, or the beginning of a code; nothing about a patient'),
      max_results: maxResultsArgument(10, 50),
    }),
    result: resultSchema,
    ...outsideTerms,
    // A name among the words of a diagnosis is a mistake, and what is left without it another question.
    phiOutside: 'refuse',
    unavailable:
      table === undefined
        ? 'The look-up of ICD-10 codes is not switched on here: set ENABLE_ICD10_LOOKUP=true.'
        : undefined,
    citations: ({ codes }) =>
      codes.map(({ code, description }) => ({
        text: `${code} ${description}`,
        sourceType: 'icd10',
        sourceTitle: `${CODE_SYSTEM} ${code}`,
        sourceUrl: ABOUT,
        metadata: { code },
      })),
    fallback: ({ query, max_results: wanted }) => guidelinesInstead(query, wanted),
    handler: async (args, { user, signal }) =>
      remember({ tool: 'lookup_icd10', user, arguments: args }, resultSchema, async () => {
        const { query, max_results: limit } = args;
        const found = (await table?.({ query, limit, signal })) ?? { codes: [], total: 0 };
        return {
          codes: found.codes.map(({ code, description }) => ({ code, description })),
          code_system: CODE_SYSTEM as typeof CODE_SYSTEM,
          total_count: found.total,
          query,
        };
      }),
  });
