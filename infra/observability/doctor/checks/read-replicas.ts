import { describeSize } from '../../../../domain/kernel/describe-size.ts';
import type { ReplicaState } from '../../../storage/read-replicas/open-replica.ts';
import { type Check, fine, warning } from '../check.ts';

/** Whether the replicas that are configured are read from. */
export const readReplicas = ({
  replicaStates,
}: {
  readonly replicaStates: () => readonly ReplicaState[];
}): Check => ({
  name: 'replicas',
  async *run() {
    for (const { number, usable, reason, bytesBehind = 0 } of replicaStates())
      yield usable
        ? fine(`Read replica ${number} is read from; it is ${describeSize(bytesBehind)} of the log behind.`)
        : warning(
            `Read replica ${number} is left out, and the primary read instead. ${reason ?? ''}`.trim(),
            'Look at that server, and at its place in DATABASE_REPLICA_URL; nothing is lost meanwhile.',
          );
  },
});
