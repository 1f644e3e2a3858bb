import { z } from 'zod';
import { isAllowed, type Role, roles } from '../kernel/actor.ts';
import { userIdSchema } from '../kernel/user-id.ts';
import { type ToolFacts, toolNameSchema } from './tool-definition.ts';

/** More than there are tools. */
const MAX_TOOLS = 100;
const MAX_PEOPLE = 100;

/** Who holds the permission to call one tool. With neither a role nor a person, the tool is closed to everyone. */
const oneTool = z.strictObject({
  tool: toolNameSchema,
  roles: z.array(z.enum(roles)).max(roles.length).meta({ description: 'Everyone with one of these roles.' }),
  people: z.array(userIdSchema).max(MAX_PEOPLE).meta({ description: 'User ids, beside those roles.' }),
});

/** The tools with a permission of their own, `tools:call:<name>`. All others need only `tools:call`. */
export const toolAccessSchema = z
  .array(oneTool)
  .max(MAX_TOOLS)
  .refine(
    (entries) => new Set(entries.map(({ tool }) => tool)).size === entries.length,
    'must name each tool once',
  );
export type ToolAccess = z.output<typeof toolAccessSchema>;

/** The name of the permission to call a tool. */
export const toolPermission = (tool: string): string => `tools:call:${tool}`;

/** Who wants to call a tool: the person responsible, and the roles in which they act. */
export type ToolCaller = { readonly person: string; readonly roles: readonly Role[] };

/** Whether someone may call a tool. `access` only restricts: it replaces neither of the permissions that roles give. */
export const mayCallTool = (
  { name, permission }: Pick<ToolFacts, 'name' | 'permission'>,
  { person, roles: held }: ToolCaller,
  access: ToolAccess,
): boolean => {
  const own = access.find(({ tool }) => tool === name);
  return (
    isAllowed(held, 'tools:call') &&
    isAllowed(held, permission) &&
    (own === undefined || own.people.includes(person) || own.roles.some((role) => held.includes(role)))
  );
};
