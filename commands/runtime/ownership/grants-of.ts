import type { RecordedEvent, StreamId } from '../../../domain/kernel/event.ts';
import { breakGlassStream } from '../../../domain/ownership/break-glass-decider.ts';
import type { BreakGlassEvent } from '../../../domain/ownership/break-glass-events.ts';
import type { BreakGlassTarget } from '../../../domain/ownership/break-glass-target.ts';
import { grantEnd } from '../../../domain/ownership/grant-end.ts';
import type { IdentitySource } from '../../../ports/identity.ts';
import type { CommandServices } from '../command-definition.ts';
import { loadState } from '../execute-decider.ts';

/** A grant with its expiry. */
export type Grant = {
  readonly grantId: string;
  readonly target: BreakGlassTarget;
  /** ISO 8601 UTC with milliseconds, by the clock of the log. */
  readonly expiresAt: string;
};

type Grants = {
  /** Grants that were opened, including those that have ended. */
  readonly opened: readonly Grant[];
  /** Grants that await approval. */
  readonly requested: ReadonlyMap<string, Extract<BreakGlassEvent, { type: 'BreakGlassRequested' }>['data']>;
};

const grantOf = (
  { grantId, target, minutes }: Extract<BreakGlassEvent, { type: 'BreakGlassOpened' }>['data'],
  recordedAt: string,
): Grant => ({ grantId, target, expiresAt: grantEnd(recordedAt, minutes) });

const grantsFold = {
  initialState: { opened: [], requested: new Map() } satisfies Grants as Grants,
  evolve: (grants: Grants, event: RecordedEvent<BreakGlassEvent>): Grants => {
    const { opened, requested } = grants;
    const { recordedAt } = event;
    switch (event.type) {
      case 'BreakGlassOpened':
        return { requested, opened: [...opened, grantOf(event.data, recordedAt)] };
      case 'BreakGlassRequested':
        return { opened, requested: new Map(requested).set(event.data.grantId, event.data) };
      case 'BreakGlassApproved': {
        const wanted = requested.get(event.data.grantId);
        return wanted ? { requested, opened: [...opened, grantOf(wanted, recordedAt)] } : grants;
      }
      case 'BreakGlassReviewed': {
        const { grantId, outcome } = event.data;
        if (outcome !== 'unjustified') return grants;
        // A grant found unjustified ends immediately; a late review never extends one.
        const ended = opened.map((grant) =>
          grant.grantId === grantId && grant.expiresAt > recordedAt
            ? { ...grant, expiresAt: recordedAt }
            : grant,
        );
        return { requested, opened: ended };
      }
    }
  },
};

/** The stream of a person's grants. */
export const grantStreamOf = (holder: string, identity: Pick<IdentitySource, 'derivedId'>): StreamId =>
  breakGlassStream(identity.derivedId(holder, 'break-glass'));

/** All break-glass grants that a person has ever opened, including those that have ended. */
export const grantsOf = async (
  holder: string,
  services: Pick<CommandServices, 'eventStore' | 'identity' | 'states'>,
): Promise<readonly Grant[]> =>
  (await loadState(services, grantsFold, grantStreamOf(holder, services.identity))).state.opened;
