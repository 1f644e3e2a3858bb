import { describeSize } from '../../../../domain/kernel/describe-size.ts';
import type { ReplicaState } from '../../../storage/read-replicas/open-replica.ts';
import { type Check, fine, warning } from '../check.ts';

/** Checks that the configured replicas are in use. */
export const readReplicas = ({
  replicaStates,
}: {
  readonly replicaStates: () => readonly ReplicaState[];
}): Check => ({
  name: 'replicas',
  async *run() {
    for (const { number, usable, reason, bytesBehind = 0 } of replicaStates())
      yield usable
        ? fine(`Read replica ${number} is in use, ${describeSize(bytesBehind)} of the log behind.`)
        : warning(
            `Read replica ${number} is not in use; reads go to the primary. ${reason ?? ''}`.trim(),
            'Check that server and its entry in DATABASE_REPLICA_URL; nothing is lost meanwhile.',
          );
  },
});
