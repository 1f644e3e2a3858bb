import type { z } from 'zod';
import type { Fingerprint } from '../../domain/consultation/counted-question.ts';
import type { Permission } from '../../domain/kernel/actor.ts';
import type { Position, Revision, StreamId } from '../../domain/kernel/event.ts';
import type { FailureCode, FailureReason } from '../../domain/kernel/failure.ts';
import type { Dictionary } from '../../domain/language/dictionary.ts';
import type { AccessTarget } from '../../domain/ownership/access-target.ts';
import { levelOf, type OwnershipRule } from '../../domain/ownership/ownership-rule.ts';
import type { SealedBlobs, SealedContent } from '../../ports/sealed-blobs.ts';
import type { SubjectKeyState } from '../../ports/subject-key-state.ts';
import type { CommandContext } from './command-context.ts';
import type { CoreServices } from './core-services.ts';
import type { Discloses, Disclosure } from './disclosure.ts';
import type { ToolCallServices } from './tool-call-services.ts';

/** The services available to command handlers. */
export type CommandServices = CoreServices & {
  readonly blobs: SealedBlobs;
  /** What document keys are derived with: this installation's keyed hash, and the known words. */
  readonly documentNames: { readonly hash: Fingerprint; readonly dictionary: Dictionary };
  /** Reports whether anything was ever stored about a data subject; when absent, that is not checked. */
  readonly subjectKeyState?: SubjectKeyState;
  /** The services for tool calls; when absent, no tools are available. */
  readonly toolCalls?: ToolCallServices;
};

/** The outcome of a command. Its events are durable when this is returned. */
export type CommandOutcome = {
  readonly streamId: StreamId;
  /** Last revision of the stream; -1 never occurs. */
  readonly revision: Revision;
  /** The log position that a read must have reached to show the effect. */
  readonly position: Position;
  /** Ids and facts for the caller, e.g. `{ queryId }`; merged into the response. Free of PHI. */
  readonly ids: Readonly<Record<string, string | number | boolean>>;
  /** The URL of the progress of the process that the command started, if it started one. */
  readonly startedAt?: string;
};

/** A file uploaded with a command. It is discarded after the command unless the command keeps it. */
export type UploadedFile = {
  /** Digest of the content. It can confirm a guess of the content, so do not store it in plain text. */
  readonly sha256: string;
  readonly size: number;
  readonly fileName: string;
  /** Seals the file with the subject's key. Keep the result before an event refers to it. */
  readonly seal: (subject: string) => Promise<SealedContent>;
};

/**
 * How a started process ended, and its place in the log. The revision is absent when it ended in another stream than
 * the one that the command changed.
 */
export type Ended<Ending> = Ending & {
  readonly revision?: Revision;
  readonly position: Position;
  /** Why it came to nothing, for callers of an interface where that is an error. */
  readonly failure?: FailureReason | undefined;
};

/** A process that a command starts and that outlives it. */
type StartedProcess<Endings extends readonly z.ZodObject[]> = {
  /** The ways in which it can end: members of the response to callers that waited. */
  readonly endings: Endings;
  /** Whether the command may start no process and is then complete with its append. */
  readonly optional: boolean;
  /** The codes of the failures in which it can end, besides those of any command. */
  readonly failures?: readonly FailureCode[];
  /** Waits for the end; `undefined` when the signal aborted first. */
  readonly awaitEnd: (
    outcome: CommandOutcome,
    services: CommandServices,
    signal: AbortSignal,
  ) => Promise<Ended<z.input<Endings[number]>> | undefined>;
  /** The access to record when a caller receives an outcome whose readers must be recorded. */
  readonly disclosureOf?: (outcome: CommandOutcome) => Disclosure;
};

/**
 * A command of the system. `input` validates external input and, like `ids` and the endings, is a source of the
 * OpenAPI schemas. For a command with a file, `handle` also receives the file.
 */
export type CommandDefinition<
  Schema extends z.ZodType = z.ZodType,
  Ids extends z.ZodObject = z.ZodObject,
  Endings extends readonly z.ZodObject[] = readonly z.ZodObject[],
> = {
  readonly name: string;
  /** One sentence for the API documentation. */
  readonly summary: string;
  readonly permission: Permission;
  readonly input: Schema;
  /** The ids and facts of its outcome. */
  readonly ids: Ids;
  /** The ids that are returned only once: the remembered response to a repeat omits them. */
  readonly shownOnce?: readonly string[];
  /** Whether a file is required (multipart/form-data with one part `file`). */
  readonly acceptsFile: boolean;
  /** Who may use it, in addition to having the permission. */
  readonly ownership: OwnershipRule;
  /** The target that belongs to a person, for rules about one target; `undefined` when the input names none. */
  readonly target?: (input: z.output<Schema>) => AccessTarget | undefined;
  /** The disclosure to record before the response is sent. */
  readonly discloses: Discloses;
  readonly handle: (
    input: z.output<Schema>,
    context: CommandContext,
    services: CommandServices,
    file: UploadedFile | undefined,
  ) => Promise<CommandOutcome & { readonly ids: z.input<Ids> }>;
  readonly process?: StartedProcess<Endings>;
};

/** Defines a command with its types tied together; add it to the registry's list. */
export const defineCommand = <
  Schema extends z.ZodType,
  Ids extends z.ZodObject,
  const Endings extends readonly z.ZodObject[] = readonly [],
>(
  definition: CommandDefinition<Schema, Ids, Endings>,
): CommandDefinition<Schema, Ids, Endings> => {
  if (levelOf(definition.ownership) !== undefined && !definition.target)
    throw new Error(`${definition.name} must name its target so that ownership can be checked.`);
  return definition;
};
