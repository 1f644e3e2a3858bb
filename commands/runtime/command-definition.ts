import type { z } from 'zod';
import type { Fingerprint } from '../../domain/consultation/counted-question.ts';
import type { Permission } from '../../domain/kernel/actor.ts';
import type { Position, Revision, StreamId } from '../../domain/kernel/event.ts';
import type { Dictionary } from '../../domain/language/dictionary.ts';
import type { AccessTarget } from '../../domain/ownership/access-target.ts';
import { levelOf, type OwnershipRule } from '../../domain/ownership/ownership-rule.ts';
import type { SealedBlobs, SealedContent } from '../../ports/sealed-blobs.ts';
import type { SubjectKeyState } from '../../ports/subject-key-state.ts';
import type { CommandContext } from './command-context.ts';
import type { CoreServices } from './core-services.ts';
import type { Discloses, Disclosure } from './disclosure.ts';
import type { ToolCallServices } from './tool-call-services.ts';

/** What command handlers may use. */
export type CommandServices = CoreServices & {
  readonly blobs: SealedBlobs;
  /** What keys of documents are made with: a keyed hash that is this installation's own, and what words are known. */
  readonly documentNames: { readonly hash: Fingerprint; readonly dictionary: Dictionary };
  /** Says whether anything was ever stored about a data subject; without it, that is not checked. */
  readonly subjectKeyState?: SubjectKeyState;
  /** What asking for tools needs; without it, there are none. */
  readonly toolCalls?: ToolCallServices;
};

/** What a command did. The events it led to are durable when this is returned. */
export type CommandOutcome = {
  readonly streamId: StreamId;
  /** Last revision of the stream; -1 never occurs. */
  readonly revision: Revision;
  /** The log position to read after, to see the effect. */
  readonly position: Position;
  /** Ids and facts for the caller, e.g. `{ queryId }`; merged into the answer. Free of PHI. */
  readonly ids: Readonly<Record<string, string | number | boolean>>;
  /** Set when the command started a process: where its progress can be read. */
  readonly startedAt?: string;
};

/** A file that came along with a command. It is thrown away with the command unless that keeps it. */
export type UploadedFile = {
  /** Of its content: confirms a guess of it, and is not to be stored in the clear. */
  readonly sha256: string;
  readonly size: number;
  readonly fileName: string;
  /** Seals it with the key of whom it is about. What comes of that is to be kept before an event refers to it. */
  readonly seal: (subject: string) => Promise<SealedContent>;
};

/**
 * How what a command started has ended, and its place in the log. The revision is absent where it ended in
 * another stream than the one that the command changed.
 */
export type Ended<Ending> = Ending & { readonly revision?: Revision; readonly position: Position };

/** What a command starts that outlives it. */
type StartedProcess<Endings extends readonly z.ZodObject[]> = {
  /** The ways in which it can end: members of the answer to those who waited. */
  readonly endings: Endings;
  /** Whether the command may also start nothing: then it is complete with its append. */
  readonly optional: boolean;
  /** Waits for the end; `undefined` when the signal aborted first. */
  readonly awaitEnd: (
    outcome: CommandOutcome,
    services: CommandServices,
    signal: AbortSignal,
  ) => Promise<Ended<z.input<Endings[number]>> | undefined>;
  /** The access to record when a caller is given the outcome, where who read it must be on record. */
  readonly disclosureOf?: (outcome: CommandOutcome) => Disclosure;
};

/**
 * One thing that can be asked of the system. `input` validates what comes from outside, and is a source of the OpenAPI
 * schemas as `ids` and the endings are; for a command with a file, `handle` receives the file beside the input.
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
  /** Of these, what is returned once: a repeat of the command, which is answered from memory, omits it. */
  readonly shownOnce?: readonly string[];
  /** Whether a file must come along (multipart/form-data with one part `file`). */
  readonly acceptsFile: boolean;
  /** Who may use it beyond having the permission. */
  readonly ownership: OwnershipRule;
  /** What it is about that belongs to a person; where the rule is about one thing. `undefined` where it names none. */
  readonly target?: (input: z.output<Schema>) => AccessTarget | undefined;
  /** What is put on record before its answer leaves. */
  readonly discloses: Discloses;
  readonly handle: (
    input: z.output<Schema>,
    context: CommandContext,
    services: CommandServices,
    file: UploadedFile | undefined,
  ) => Promise<CommandOutcome & { readonly ids: z.input<Ids> }>;
  readonly process?: StartedProcess<Endings>;
};

/** Declares a command with its types tied together, to be put on the registry's list. */
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
