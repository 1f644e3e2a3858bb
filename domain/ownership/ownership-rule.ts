import type { AccessLevel } from './may-access.ts';

/**
 * Whose is what a route or command is about, and so who may use it beyond having the permission. The table of all routes
 * (`docs/catalogues/routes.md`) shows the rule of each.
 */
export const ownershipRules = {
  none: 'It is about nothing that belongs to a person: the permission decides.',
  self: 'It concerns the caller, or the person a service asks for: no one else can be named.',
  begins: 'It begins something, which then belongs to the caller.',
  read: 'It is about one thing: for its owner, those it is shared with, holders of an open break-glass grant, and compliance with a reason.',
  contribute: 'It adds to one thing: for its owner, and those it is shared with to contribute.',
  own: 'It is about one thing: for its owner alone.',
  listed: 'Of what belongs to people it shows those only that the caller may read.',
  metadata: 'It shows metadata of what belongs to people, but none of the content: the permission decides.',
  oversight: 'It shows the content of what belongs to anybody: for compliance, with a reason.',
} as const;

export type OwnershipRule = keyof typeof ownershipRules;

/** The level of access to one thing that a rule asks for; `undefined` where it is not about one thing. */
export const levelOf = (rule: OwnershipRule): AccessLevel | undefined =>
  rule === 'read' || rule === 'contribute' || rule === 'own' ? rule : undefined;
