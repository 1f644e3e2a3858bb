import { z } from 'zod';
import type { Parameter } from './parameter.ts';
import { refusalOf } from './refusal-of.ts';

const asGiven = (key: string): string | number => (/^\d+$/.test(key) ? Number(key) : key);

/**
 * One of several findings, each with its meaning. Grades such as 0 to 4 can be given as numbers. Choices keep the
 * order of the source, with grades first.
 */
export const choice = <const Choices extends Readonly<Record<string, string>>>(
  label: string,
  choices: Choices,
): Parameter<keyof Choices & string> => {
  const keys = Object.keys(choices) as (keyof Choices & string)[];
  const list = keys.map((key) => `${key} (${choices[key]})`).join(', ');
  const wanted = `one of ${list}`;
  return {
    facts: { label, kind: 'choice', required: true, choices, example: String(keys[0] ?? '') },
    schema: z
      .unknown()
      .transform((input, context) => {
        const written = typeof input === 'number' ? String(input) : input;
        const found = keys.find((key) => key === written);
        if (found !== undefined) return found;
        context.addIssue({ code: 'custom', message: refusalOf(input, wanted), input });
        return z.NEVER;
      })
      .meta({ description: `${label}: ${list}`, enum: keys.map(asGiven) }),
  };
};
