import type { AccessLevel } from './may-access.ts';

/**
 * The ownership rules of routes and commands: who may use one, in addition to having its permission. The table of all
 * routes (`docs/catalogues/routes.md`) shows the rule of each.
 */
export const ownershipRules = {
  none: 'It concerns nothing that belongs to a person: the permission decides.',
  self: 'It concerns the caller, or the person for whom a service acts: no one else can be named.',
  begins: 'It creates something that belongs to the caller.',
  read: 'It reads one thing: allowed to its owner, those it is shared with, holders of an open break-glass grant, and compliance with a reason.',
  contribute: 'It adds to one thing: allowed to its owner, and those it is shared with to contribute.',
  own: 'It concerns one thing: allowed to its owner only.',
  listed: "It lists people's things, limited to those that the caller may read.",
  metadata: "It shows metadata of people's things, but no content: the permission decides.",
  oversight: "It shows the content of anyone's things: allowed to compliance, with a reason.",
} as const;

export type OwnershipRule = keyof typeof ownershipRules;

/** The level of access to one thing that a rule requires; `undefined` if the rule does not concern one thing. */
export const levelOf = (rule: OwnershipRule): AccessLevel | undefined =>
  rule === 'read' || rule === 'contribute' || rule === 'own' ? rule : undefined;
