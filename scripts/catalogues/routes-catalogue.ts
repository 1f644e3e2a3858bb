import type { Discloses } from '../../commands/runtime/disclosure.ts';
import { isAllowed, roles } from '../../domain/kernel/actor.ts';
import { ownershipRules } from '../../domain/ownership/ownership-rule.ts';
import type { Route, RouteAccess } from '../../read-api/routing/define-route.ts';
import { describedRoutes } from './described-routes.ts';
import { code, markdownTable } from './markdown-table.ts';

const recorded = (discloses: Discloses): string => {
  if (discloses === 'nothing') return '–';
  if ('recordedBy' in discloses) return `by ${code(discloses.recordedBy)}`;
  return discloses.map(code).join(', ');
};

const rolesWith = (access: RouteAccess): string => {
  if (access === 'open') return 'anyone';
  if (access === 'authenticated') return 'all';
  return roles.filter((role) => isAllowed([role], access)).join(', ');
};

const row = ({ method, path, access, ownership, discloses }: Route): readonly string[] => [
  code(`${method} ${path}`),
  access === 'open' || access === 'authenticated' ? access : code(access),
  rolesWith(access),
  ownership,
  recorded(discloses),
];

/** Every route and command, with its permission, its ownership rule and the access events that it records. */
export const routesCatalogue = (): string => {
  const rules = Object.entries(ownershipRules).map(([rule, meaning]) => [rule, meaning]);
  return [
    '# Routes\n',
    'The permission decides which roles may call a route; ownership decides which data they get.\n',
    markdownTable(['ownership', 'meaning'], rules),
    '',
    markdownTable(['route', 'permission', 'roles', 'ownership', 'recorded'], describedRoutes().map(row)),
    '',
  ].join('\n');
};
