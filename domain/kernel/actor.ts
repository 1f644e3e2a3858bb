import { z } from 'zod';

export const roles = ['clinician', 'admin', 'compliance', 'service'] as const;
export type Role = (typeof roles)[number];

/** Who did something. `onBehalfOf` names the person for whom a service acts. */
export const actorSchema = z.strictObject({
  id: z.string().min(1).max(256),
  role: z.enum(roles),
  onBehalfOf: z.string().min(1).max(256).optional(),
});
export type Actor = z.output<typeof actorSchema>;

/** The permissions. Each command and each route names the one that it needs. */
export const permissions = [
  'documents:read',
  'documents:ingest',
  'documents:withdraw',
  'indexing:read',
  'indexing:retry',
  'indexing:cancel',
  'indexing:again',
  'search:run',
  'queries:ask',
  'queries:read',
  'queries:feedback',
  'query-log:read',
  'feedback:read',
  'feedback:export',
  'conversations:write',
  'conversations:read',
  'tools:read',
  'tools:call',
  'tools:confirm',
  'audit:read',
  'audit:export',
  'audit:seal',
  'projections:read',
  'projections:reset',
  'embedding:change',
  'settings:read',
  'settings:change',
  'costs:read',
  'consumers:read',
  'consumers:replay',
  'stream:read',
  'metrics:read',
  'doctor:run',
  'backups:take',
  'tokens:manage',
  'session:end',
  'subjects:erase',
  'subjects:confirm',
  'subjects:hold',
  'subjects:read',
  'access:break-glass',
  'access:approve',
  'access:review',
  'reviews:read',
  'reviews:resolve',
] as const;
export type Permission = (typeof permissions)[number];

const clinical: readonly Permission[] = [
  'documents:read',
  'search:run',
  'queries:ask',
  'queries:read',
  'queries:feedback',
  'conversations:write',
  'conversations:read',
  'tools:read',
  'tools:call',
  'tools:confirm',
  'stream:read',
  'session:end',
];

/** Permissions to read the content of people's data, or to review who read it: for compliance only. */
const oversight: readonly Permission[] = [
  'audit:export',
  'audit:seal',
  'feedback:export',
  'access:review',
  'reviews:resolve',
];

/**
 * The role table. An admin may do everything except read other people's data, so that a small installation works with one
 * token and operating it shows no PHI. Beyond a permission, ownership decides (`domain/ownership`).
 */
const permissionsByRole: Readonly<Record<Role, readonly Permission[]>> = {
  clinician: [...clinical, 'access:break-glass', 'access:approve'],
  admin: permissions.filter((permission) => !oversight.includes(permission)),
  compliance: [
    'documents:read',
    'indexing:read',
    'queries:read',
    'query-log:read',
    'feedback:read',
    'conversations:read',
    'tools:read',
    'audit:read',
    'reviews:read',
    ...oversight,
    'access:approve',
    'projections:read',
    'settings:read',
    'consumers:read',
    'stream:read',
    'session:end',
    'subjects:erase',
    'subjects:confirm',
    'subjects:hold',
    'subjects:read',
  ],
  service: [
    ...clinical,
    'documents:ingest',
    'documents:withdraw',
    'indexing:read',
    'indexing:retry',
    'indexing:cancel',
    'projections:read',
    'consumers:read',
    'metrics:read',
  ],
};

/** Whether any of the roles has the permission. */
export const isAllowed = (held: readonly Role[], permission: Permission): boolean =>
  held.some((role) => permissionsByRole[role].includes(permission));

/** Whether some roles include every permission of another: a permission can be granted only by someone who has it. */
export const mayGrantRole = (held: readonly Role[], role: Role): boolean =>
  permissionsByRole[role].every((permission) => isAllowed(held, permission));
