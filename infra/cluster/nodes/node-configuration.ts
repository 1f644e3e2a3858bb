import { z } from 'zod';
import { type NodeRole, nodeRoles } from '../../../ports/nodes.ts';
import type { Choice } from '../../installation/environment/choice.ts';

/** The variables that choose the role of a node. */
export const nodeEnvironment = {
  ROLE: z
    .enum(nodeRoles)
    .default('all')
    .describe(
      'role of this node: `api` answers requests, `worker` runs consumers and timers, `projector` keeps read models current, `all` does everything; any but `all` requires DATABASE_URL',
    ),
};

type Environment = z.output<z.ZodObject<typeof nodeEnvironment>> & {
  readonly DATABASE_URL?: string | undefined;
};

/** Chooses the role. The embedded database serves a single process, which cannot leave work to others. */
export const chooseRole = ({ ROLE: role, DATABASE_URL: url }: Environment): Choice<NodeRole> =>
  role === 'all' || url !== undefined
    ? { ok: true, value: role }
    : {
        ok: false,
        problem: `ROLE=${role} needs DATABASE_URL: other nodes can do the rest only on a database server`,
      };
