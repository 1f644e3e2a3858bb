import type { RecordedEvent, StreamId } from '../../../domain/kernel/event.ts';
import { breakGlassStream } from '../../../domain/ownership/break-glass-decider.ts';
import type { BreakGlassEvent } from '../../../domain/ownership/break-glass-events.ts';
import type { BreakGlassTarget } from '../../../domain/ownership/break-glass-target.ts';
import { grantEnd } from '../../../domain/ownership/grant-end.ts';
import type { IdentitySource } from '../../../ports/identity.ts';
import type { CommandServices } from '../command-definition.ts';
import { loadState } from '../execute-decider.ts';

/** A grant with its end. */
export type Grant = {
  readonly grantId: string;
  readonly target: BreakGlassTarget;
  /** ISO 8601 UTC with milliseconds, by the clock of the log. */
  readonly expiresAt: string;
};

const grantsFold = {
  initialState: [] as readonly Grant[],
  evolve: (grants: readonly Grant[], event: RecordedEvent<BreakGlassEvent>): readonly Grant[] => {
    if (event.type === 'BreakGlassReviewed') {
      const { data, recordedAt } = event;
      // One that was judged unjustified ends at once, and is never extended by a late review.
      return data.outcome === 'unjustified'
        ? grants.map((grant) =>
            grant.grantId === data.grantId && grant.expiresAt > recordedAt
              ? { ...grant, expiresAt: recordedAt }
              : grant,
          )
        : grants;
    }
    const { grantId, target, minutes } = event.data;
    return [...grants, { grantId, target, expiresAt: grantEnd(event.recordedAt, minutes) }];
  },
};

/** The stream of a person's grants. */
export const grantStreamOf = (holder: string, identity: Pick<IdentitySource, 'derivedId'>): StreamId =>
  breakGlassStream(identity.derivedId(holder, 'break-glass'));

/** All break-glass grants that a person has ever opened, also those that have ended. */
export const grantsOf = async (
  holder: string,
  services: Pick<CommandServices, 'eventStore' | 'identity' | 'states'>,
): Promise<readonly Grant[]> =>
  (await loadState(services, grantsFold, grantStreamOf(holder, services.identity))).state;
