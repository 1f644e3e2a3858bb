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

/** What models call a tool by: the strictest rule among those of the clients that list tools. */
export const toolNameSchema = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{1,63}$/,
    'must be of lower-case letters, digits and underscores, begin with a letter and have 2 to 64 characters',
  );

/** A tool and what it is to be called with. */
export type ToolInvocation = {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
};

/** What is known of a tool without calling it. */
export type ToolFacts = {
  readonly name: string;
  readonly category: ToolCategory;
  /** For the model; at most 1024 characters. */
  readonly description: string;
  /** Whether what it is given, or gives, is about a patient as a rule. */
  readonly requiresPhi: boolean;
  /** Whether a person must agree to each call. */
  readonly requiresConfirmation: boolean;
  readonly riskLevel: 'low' | 'medium' | 'high';
  /** Calls of one person in a minute. */
  readonly rateLimit: number;
  /** Seconds that a call may take from its start; waiting for a person does not count. */
  readonly timeoutSeconds: number;
  /** Needed beside that to call tools at all. */
  readonly permission: Permission;
  /** How far its arguments go. */
  readonly sends: 'nothing' | 'on-premises' | 'outside';
  /** What becomes of a call whose arguments hold PHI, where they go outside. */
  readonly phiOutside?: 'redact' | 'refuse';
  /**
   * Members of the arguments that never identify a person, such as days of publication: not looked through,
   * for a day by itself looks like one of a patient.
   */
  readonly impersonal?: readonly string[];
  /**
   * What becomes of a call whose process died on the way. `repeat` for what only reads, and for what the other side does
   * once for each idempotency key; `unknown` for everything else: it is never done again by itself.
   */
  readonly afterCrash: 'repeat' | 'unknown';
  /**
   * It only computes, within milliseconds, from its input and what the program holds in memory. The node that takes the
   * request makes the call as well, and request, start and end are one append. Only for what sends nothing, may be repeated
   * and needs no confirmation.
   */
  readonly instant?: true;
};

/**
 * A tool: what a model may ask for, on which terms. `arguments` is a strict object whose members are all described and
 * bounded; the JSON Schema that models are given is derived from it.
 */
export type ToolDefinition<Arguments extends z.ZodObject, Output extends z.ZodObject> = ToolFacts & {
  readonly arguments: Arguments;
  readonly result: Output;
  /** What the person is asked; see `confirmationText`. It shows all that will be sent. */
  readonly confirmationPrompt?: (args: z.output<Arguments>) => string;
  readonly citations?: (result: z.output<Output>, args: z.output<Arguments>) => readonly ToolCitation[];
  /** What to ask in the house when the service outside has failed. It is called as its own definition says. */
  readonly fallback?: (args: z.output<Arguments>) => ToolInvocation;
};
