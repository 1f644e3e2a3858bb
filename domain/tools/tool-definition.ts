import { z } from 'zod';
import type { Permission } from '../kernel/actor.ts';
import type { ToolCitation } from './tool-citation.ts';

export const toolCategories = [
  'calendar',
  'file',
  'medical',
  'calculation',
  'search',
  'email',
  'task',
  'record',
] as const;
type ToolCategory = (typeof toolCategories)[number];

/** The name of a tool for models: the strictest rule of the clients that list tools. */
export const toolNameSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{1,63}$/,
    'must be of lower-case letters, digits and underscores, begin with a letter and have 2 to 64 characters',
  );

/** A tool and its arguments. */
export type ToolInvocation = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
};

/** The facts about a tool. */
export type ToolFacts = {
  readonly name: string;
  readonly category: ToolCategory;
  /** The description for the model; at most 1024 characters. */
  readonly description: string;
  /** Whether its arguments or results usually concern a patient. */
  readonly requiresPhi: boolean;
  /** Whether a person must confirm each call. */
  readonly requiresConfirmation: boolean;
  readonly riskLevel: 'low' | 'medium' | 'high';
  /** Calls per person and minute. */
  readonly rateLimit: number;
  /** Seconds that a call may take from its start; waiting for a person does not count. */
  readonly timeoutSeconds: number;
  /** The permission needed in addition to the one to call tools. */
  readonly permission: Permission;
  /** How far its arguments travel. */
  readonly sends: 'nothing' | 'on-premises' | 'outside';
  /** The treatment of a call whose arguments hold PHI, if they leave the premises. */
  readonly phiOutside?: 'redact' | 'refuse';
  /**
   * Arguments that never identify a person, such as days of publication. They are not screened, because a lone date looks
   * like a patient's.
   */
  readonly impersonal?: readonly string[];
  /**
   * The treatment of a call whose process crashed. `repeat` for a tool that only reads, or whose server acts once per
   * idempotency key; `unknown` for everything else, which is never repeated automatically.
   */
  readonly afterCrash: 'repeat' | 'unknown';
  /**
   * Whether it only computes, within milliseconds, from its input and data in memory. The node that accepts the request
   * then makes the call too, and request, start and end are one append. Only for a tool that sends nothing, may be
   * repeated and needs no confirmation.
   */
  readonly instant?: true;
};

/**
 * A tool and its terms. `arguments` is a strict object whose members are all described and bounded; the JSON Schema for
 * models is derived from it.
 */
export type ToolDefinition<Arguments extends z.ZodObject, Output extends z.ZodObject> = ToolFacts & {
  readonly arguments: Arguments;
  readonly result: Output;
  /** The request for confirmation; see `confirmationText`. It shows everything that will be sent. */
  readonly confirmationPrompt?: (args: z.output<Arguments>) => string;
  readonly citations?: (result: z.output<Output>, args: z.output<Arguments>) => readonly ToolCitation[];
  /** The in-house tool to call when the external service has failed, on the terms of its own definition. */
  readonly fallback?: (args: z.output<Arguments>) => ToolInvocation;
};
