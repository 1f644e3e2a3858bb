import { z } from 'zod';
import { CliError } from '../cli-error.ts';

/** No line that a server of ours sends is longer. */
const LONGEST = 100_000;

/** The lines of an NDJSON body, each validated. Throws a CliError for one that is not what was expected. */
export async function* readLines<Schema extends z.ZodType>(
  body: AsyncIterable<Uint8Array>,
  schema: Schema,
): AsyncGenerator<z.output<Schema>> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) break;
    for (const line of lines) {
      const parsed = z
        .string()
        .transform((text, context): unknown => {
          try {
            return JSON.parse(text);
          } catch {
            context.addIssue({ code: 'custom', message: 'is no JSON' });
            return z.NEVER;
          }
        })
        .pipe(schema)
        .safeParse(line);
      if (!parsed.success) throw unexpected();
      yield parsed.data;
    }
  }
  if (rest !== '') throw unexpected();
}

const unexpected = (): CliError =>
  new CliError('The answer of the server is not what was expected.', {
    hint: 'Use the command line of the same version as the server.',
  });
