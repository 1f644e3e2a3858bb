import { z } from 'zod';
import { errorProneLists } from '../../../domain/tools/abbreviations/error-prone-abbreviations.ts';
import { lookUpAbbreviation } from '../../../domain/tools/abbreviations/look-up-abbreviation.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';

const listNames = ['joint_commission', 'ismp'] as const;

const resultSchema = z.strictObject({
  abbreviation: z.string(),
  meanings: z.array(
    z.strictObject({
      meaning: z.string(),
      kind: z.string().nullable(),
      code_system: z.string().nullable(),
      code: z.string().nullable(),
      supported_by_context: z.boolean(),
    }),
  ),
  total_count: z.int().min(0),
  ambiguous: z.boolean(),
  do_not_use: z.boolean(),
  warnings: z.array(
    z.strictObject({
      intended: z.string(),
      mistaken_for: z.string(),
      write_instead: z.string(),
      lists: z.array(z.enum(listNames)),
    }),
  ),
  note: z.string(),
});

const noteOn = (abbreviation: string, meanings: number): string => {
  if (meanings === 0)
    return `The terminology lists no meaning of "${abbreviation}". It may have one all the same: ask the author.`;
  return meanings === 1
    ? `The terminology lists one meaning of "${abbreviation}". Others may be in use where it was written.`
    : `"${abbreviation}" has several meanings. The context or the author shows which one is meant.`;
};

/** Expands abbreviations by the terminology. It never chooses between several meanings. */
export const lookupMedicalAbbreviation = (): RegisteredTool =>
  defineTool({
    name: 'lookup_medical_abbreviation',
    category: 'medical',
    description:
      'Lists all known meanings of a medical abbreviation, and says if it is on a list of dangerous abbreviations (Joint Commission "Do Not Use", ISMP). It never chooses between several meanings: show all of them, with the warnings.',
    arguments: z.strictObject({
      abbreviation: z
        .string()
        .trim()
        .min(1)
        .max(40)
        .describe('The abbreviation as written, e.g. "MS" or "q.d."'),
      context: z
        .string()
        .max(500)
        .optional()
        .describe('Words around it, used to mark the meanings that they support; no names of people'),
    }),
    result: resultSchema,
    requiresPhi: false,
    requiresConfirmation: false,
    riskLevel: 'low',
    rateLimit: 30,
    timeoutSeconds: 30,
    permission: 'tools:call',
    sends: 'nothing',
    afterCrash: 'repeat',
    instant: true,
    citations: ({ abbreviation, warnings }) =>
      listNames.flatMap((list) => {
        const { title, url } = errorProneLists[list];
        const own = warnings.filter(({ lists }) => lists.includes(list));
        if (own.length === 0) return [];
        return [
          {
            text: own
              .map(
                (one) =>
                  `"${abbreviation}" for ${one.intended} has been taken for ${one.mistaken_for}; write ${one.write_instead}.`,
              )
              .join(' '),
            sourceType: 'terminology',
            sourceTitle: title,
            sourceUrl: url,
          },
        ];
      }),
    handler: ({ abbreviation, context }) => {
      const { meanings, dangers } = lookUpAbbreviation(abbreviation, context);
      return Promise.resolve({
        abbreviation,
        meanings: meanings.map(({ meaning, concept, isSupported }) => ({
          meaning,
          kind: concept?.kind ?? null,
          code_system: concept?.code?.system ?? null,
          code: concept?.code?.code ?? null,
          supported_by_context: isSupported,
        })),
        total_count: meanings.length,
        ambiguous: meanings.length > 1,
        do_not_use: dangers.some(({ lists }) => lists.includes('joint_commission')),
        warnings: dangers.map((one) => ({
          intended: one.intended,
          mistaken_for: one.mistakenFor,
          write_instead: one.writeInstead,
          lists: [...one.lists],
        })),
        note: noteOn(abbreviation, meanings.length),
      });
    },
  });
