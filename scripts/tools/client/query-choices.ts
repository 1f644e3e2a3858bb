import { z } from 'zod';
import { type DocumentParts, operationsOf } from './document-parts.ts';

const choiceSchema = z.object({ enum: z.array(z.string()) });

/** Generates the allowed words of each query parameter with a fixed choice. */
export const queryChoices = (document: DocumentParts): string => {
  const operations = operationsOf(document).flatMap(({ operation }) => {
    const parameters = operation.parameters.flatMap(({ name, in: place, schema }) => {
      const choices = choiceSchema.safeParse(schema);
      return place === 'query' && choices.success
        ? [`    ${name}: [${choices.data.enum.map((choice) => `'${choice}'`).join(', ')}],\n`]
        : [];
    });
    return parameters.length === 0 ? [] : [`  ${operation.operationId}: {\n${parameters.join('')}  },\n`];
  });
  return `/** The allowed words of query parameters with a fixed choice, by operation. */\nexport const choices = {\n${operations.join('')}} as const;\n`;
};
