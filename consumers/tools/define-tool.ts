import { z } from 'zod';
import { describeIssue } from '../../domain/kernel/describe-issue.ts';
import { Failure, type FailureReason, failure, unwrap } from '../../domain/kernel/failure.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';
import type { JsonObject } from '../../domain/kernel/json-object.ts';
import { err, ok, type Result } from '../../domain/kernel/result.ts';
import { withAllMembers } from '../../domain/tools/confirmation-text.ts';
import {
  MAX_TOOL_CITATIONS,
  type ToolCitation,
  toolCitationSchema,
} from '../../domain/tools/tool-citation.ts';
import { type ToolDefinition, type ToolFacts, toolNameSchema } from '../../domain/tools/tool-definition.ts';
import type { PreparedToolCall, RegisteredTool, ToolContext, ToolOutput } from '../../ports/tool.ts';
import { withoutNulls } from './without-nulls.ts';

/** The most bytes of JSON in a call's arguments: a long mail. */
const MAX_ARGUMENT_BYTES = 32 * 1024;
/** The most bytes of JSON in a result: ten times what a model reads. */
const MAX_RESULT_BYTES = 256 * 1024;
const MAX_DESCRIPTION = 1024;
/** The most that a caller waits for a tool. */
const MAX_TIMEOUT_SECONDS = 300;
const MAX_ISSUES = 20;
const MAX_CITED_TEXT = 2000;

/** The definition of a tool. */
type ToolSource<Arguments extends z.ZodObject, Output extends z.ZodObject> = ToolDefinition<
  Arguments,
  Output
> & {
  /** A sentence that names the setting that turns the tool on; absent when the tool can be called. */
  readonly unavailable?: string | undefined;
  /** Throws a Failure when it fails. Any other error is not shown to callers. */
  readonly handler: (
    args: z.output<Arguments>,
    context: ToolContext<z.input<Output>>,
  ) => Promise<z.input<Output>>;
};

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** A value as it will be read from the log, without anything that JSON cannot hold. */
const asJson = (value: unknown): JsonObject => {
  const parsed: unknown = JSON.parse(JSON.stringify(value) ?? '{}');
  return isRecord(parsed) ? parsed : {};
};

const schemaOf = (schema: z.ZodObject, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'throw' });
  return asJson(described);
};

const requireThat = (holds: boolean, tool: string, rule: string): void => {
  if (!holds) throw new Error(`The tool ${tool} ${rule}.`);
};

const checkDefinition = (
  source: ToolFacts & { readonly confirmationPrompt?: unknown },
  argumentsSchema: JsonObject,
): void => {
  const { name, description, rateLimit, timeoutSeconds, sends } = source;
  requireThat(toolNameSchema.safeParse(name).success, name, 'has a name that clients do not take');
  requireThat(
    description.length > 0 && description.length <= MAX_DESCRIPTION,
    name,
    `needs a description of at most ${MAX_DESCRIPTION} characters`,
  );
  requireThat(argumentsSchema.additionalProperties === false, name, 'must take a strict object');
  for (const [member, schema] of Object.entries(asJson(argumentsSchema.properties)))
    requireThat(
      isRecord(schema) && typeof schema.description === 'string',
      name,
      `must describe ${member} to the model`,
    );
  for (const member of source.impersonal ?? [])
    requireThat(
      Object.hasOwn(asJson(argumentsSchema.properties), member),
      name,
      `takes no ${member} that could be impersonal`,
    );
  requireThat(Number.isInteger(rateLimit) && rateLimit >= 1, name, 'needs a rate limit of at least 1');
  requireThat(
    timeoutSeconds > 0 && timeoutSeconds <= MAX_TIMEOUT_SECONDS,
    name,
    `must end within ${MAX_TIMEOUT_SECONDS} s`,
  );
  requireThat(
    source.requiresConfirmation === (source.confirmationPrompt !== undefined),
    name,
    'must say what a person agrees to, exactly where one has to',
  );
  requireThat(
    (sends === 'outside') === (source.phiOutside !== undefined),
    name,
    'must say what becomes of PHI, exactly where its arguments go outside',
  );
  requireThat(
    !source.instant ||
      (sends === 'nothing' && source.afterCrash === 'repeat' && !source.requiresConfirmation),
    name,
    'is not instant: something leaves the process, somebody has to agree, or it may not be repeated',
  );
};

const invalid = (message: string, issues: readonly { path: string; message: string }[]): FailureReason =>
  failure('validation_error', message, { details: { issues } });

/** The form of argument names; a name that a model invents may contain a patient's name. */
const MEMBER = /^[a-z][a-z0-9_]{0,63}$/;

const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' || MEMBER.test(String(step)) ? String(step) : '…'))
    .join('.')
    .slice(0, 200);

/** Describes unknown arguments, so that a model that misspelled one can correct it. */
const tooMany = (known: readonly string[]): string =>
  known.length === 0
    ? 'has members that the tool does not take'
    : `has members that the tool does not take; it takes ${known.join(', ')}`;

/** Describes invalid arguments for the log and the caller, without values or names of unknown arguments. */
const issuesOf = ({ issues }: z.ZodError, known: readonly string[]): { path: string; message: string }[] =>
  issues.slice(0, MAX_ISSUES).map(({ path, code, message }) => ({
    path: placeOf(path),
    message: (code === 'unrecognized_keys' ? tooMany(path.length === 0 ? known : []) : message).slice(0, 500),
  }));

const isWebPage = (address: string): boolean => /^https?:\/\//i.test(address) && URL.canParse(address);

/** Bounds a citation: services cite at any length, and their addresses become links. */
const tidyCitation = ({ text, sourceUrl, ...citation }: ToolCitation): ToolCitation => ({
  ...citation,
  text: text.length <= MAX_CITED_TEXT ? text : `${text.slice(0, MAX_CITED_TEXT - 1).toWellFormed()}…`,
  ...(sourceUrl !== undefined && isWebPage(sourceUrl) ? { sourceUrl } : {}),
});

const resultMismatch = (name: string, issues: { path: string; message: string }[] = []): FailureReason =>
  failure('internal_error', `The result of the tool ${name} does not match its schema.`, {
    details: { issues },
  });

/**
 * Defines a tool, to be listed in `app/composition/wire-tools.ts`. Its handler is given valid arguments, and its result
 * is checked against the schema and the size limit. Throws when the definition contradicts itself.
 */
export const defineTool = <Arguments extends z.ZodObject, Output extends z.ZodObject>(
  source: ToolSource<Arguments, Output>,
): RegisteredTool => {
  const { name, handler, unavailable } = source;
  const { arguments: argumentsOf, result: resultOf, confirmationPrompt, citations, fallback } = source;
  const argumentsSchema = schemaOf(argumentsOf, 'input');
  const resultSchema = schemaOf(resultOf, 'output');
  checkDefinition(source, argumentsSchema);
  const facts: ToolFacts = {
    name,
    category: source.category,
    description: source.description,
    requiresPhi: source.requiresPhi,
    requiresConfirmation: source.requiresConfirmation,
    riskLevel: source.riskLevel,
    rateLimit: source.rateLimit,
    timeoutSeconds: source.timeoutSeconds,
    permission: source.permission,
    sends: source.sends,
    ...(source.phiOutside === undefined ? {} : { phiOutside: source.phiOutside }),
    ...(source.impersonal === undefined ? {} : { impersonal: source.impersonal }),
    afterCrash: source.afterCrash,
    ...(source.instant === undefined ? {} : { instant: source.instant }),
  };

  const outputOf = (
    given: unknown,
    args: z.output<Arguments>,
    cited: readonly ToolCitation[],
  ): Result<ToolOutput, FailureReason> => {
    const checked = resultOf.safeParse(given, { error: describeIssue });
    if (!checked.success)
      return err(resultMismatch(name, issuesOf(checked.error, Object.keys(resultOf.shape))));
    const all = [...cited, ...(citations?.(checked.data, args) ?? [])]
      .slice(0, MAX_TOOL_CITATIONS)
      .map(tidyCitation);
    if (!z.array(toolCitationSchema).safeParse(all).success)
      return err(resultMismatch(name, [{ path: 'citations', message: 'are not as they should be' }]));
    const output = { result: asJson(checked.data), citations: all };
    return bytesOf(output) <= MAX_RESULT_BYTES
      ? ok(output)
      : err(failure('payload_too_large', 'The tool found more than can be given. Ask for less.'));
  };

  const prepare = (input: unknown): Result<PreparedToolCall, FailureReason> => {
    const refused = `The arguments of the tool ${name} are not as they should be.`;
    if (bytesOf(input) > MAX_ARGUMENT_BYTES)
      return err(invalid(refused, [{ path: '', message: `must have at most ${MAX_ARGUMENT_BYTES} bytes` }]));
    const checked = argumentsOf.safeParse(withoutNulls(input, argumentsOf), { error: describeIssue });
    if (!checked.success)
      return err(invalid(refused, issuesOf(checked.error, Object.keys(argumentsOf.shape))));
    const args = checked.data;
    const sent = asJson(args);
    return ok({
      arguments: sent,
      ...(confirmationPrompt === undefined ? {} : { prompt: withAllMembers(confirmationPrompt(args), sent) }),
      ...(fallback === undefined ? {} : { fallback: fallback(args) }),
      run: async ({ partial, ...context }) => {
        if (unavailable !== undefined) throw new Failure(failure('unavailable', unavailable));
        const cited: ToolCitation[] = [];
        const given = await handler(args, {
          ...context,
          cite: (...citations) => {
            cited.push(...citations);
          },
          partial: (result) => {
            const output = outputOf(result, args, cited);
            if (output.ok) partial(output.value);
          },
        });
        return unwrap(outputOf(given, args, cited));
      },
    });
  };

  return {
    name,
    facts,
    argumentsSchema,
    resultSchema,
    ...(unavailable === undefined ? {} : { unavailable }),
    prepare,
  };
};
