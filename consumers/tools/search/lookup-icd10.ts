import { z } from 'zod';
import type { DiagnosisCodes } from '../../../ports/diagnosis-codes.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import type { RememberResult } from './remember-result.ts';
import { externalTerms, guidelinesInstead, maxResultsArgument, queryArgument } from './search-terms.ts';

type CodeServices = {
  /** Absent when the look-up is turned off. */
  readonly codes?: DiagnosisCodes | undefined;
  readonly remember: RememberResult;
};

const CODE_SYSTEM = 'ICD-10-CM';
/** The documentation of the service. */
const ABOUT = 'https://clinicaltables.nlm.nih.gov/apidoc/icd10cm/v3/doc.html';

const resultSchema = z.strictObject({
  codes: z.array(z.strictObject({ code: z.string(), description: z.string() })),
  code_system: z.literal(CODE_SYSTEM),
  total_count: z.int().min(0),
  query: z.string(),
});

/** Finds diagnosis codes in ICD-10-CM, the United States edition. */
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
    ...externalTerms,
    // A name in the words of a diagnosis is a mistake, and without it the query would be a different one.
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
