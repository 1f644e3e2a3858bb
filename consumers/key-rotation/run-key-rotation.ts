import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { describeError } from '../../domain/kernel/describe-error.ts';
import { masterKeyDecider, masterKeyStream } from '../../domain/operations/master-key-decider.ts';
import { planKeyRotation } from '../../domain/operations/plan-key-rotation.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { KeyRotation, MasterKeyStatus } from '../../ports/key-rotation.ts';
import type { Lease, Leases } from '../../ports/leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ListNodes } from '../../ports/nodes.ts';

/** The name of this work in its lease and events. */
const KEY_ROTATION = 'key-rotation';
/** Milliseconds between two looks: a rotation waits for people who restart nodes. */
const LOOK_EVERY_MS = 5_000;

export type KeyRotationServices = Pick<CommandServices, 'eventStore' | 'identity' | 'states'> & {
  readonly keyRotation: KeyRotation;
  readonly leases: Leases;
  readonly listNodes: ListNodes;
  readonly logger: Logger;
  readonly lookEvery?: number;
};

const record = async (
  services: KeyRotationServices,
  { rotation }: MasterKeyStatus,
  lease: Lease,
): Promise<void> => {
  if (!rotation) return;
  const { keyRotation, identity, logger } = services;
  const { from, to, startedAt, done: keys, damaged } = rotation;
  await executeDecider({
    decider: masterKeyDecider,
    streamId: masterKeyStream,
    commands: [{ type: 'RecordRotation', from, to, startedAt, keys, damaged }],
    context: systemContext(undefined, identity.newId(), KEY_ROTATION, lease),
    services,
  });
  await keyRotation.overwriteRemains();
  await keyRotation.end();
  logger.info(
    { component: 'key-vault', from, to, keys, damaged },
    'Every key is wrapped with the new master key. Unset PREVIOUS_MASTER_KEY_FILE at the next start of each node.',
  );
};

/**
 * Rotates the master key on one node at a time, when this process has the previous one as well, until the signal aborts.
 * Every step is durable: another process, or the next start, continues after it.
 */
export const runKeyRotation = async (services: KeyRotationServices, signal: AbortSignal): Promise<void> => {
  const { keyRotation, leases, listNodes, logger, lookEvery = LOOK_EVERY_MS } = services;
  let waitedFor: string | undefined;

  /** Takes one step. Returns whether the next one is due. */
  const step = async (lease: Lease): Promise<boolean> => {
    const status = await keyRotation.read();
    const { configured, inForce } = status;
    const { nodes } = await listNodes();
    const next = planKeyRotation({ ...status, nodes });
    switch (next.kind) {
      case 'nothing':
        return false;
      case 'wait': {
        const hosts = next.hosts.join(', ');
        if (hosts !== '' && hosts !== waitedFor)
          logger.info(
            { component: 'key-vault', hosts },
            'The rotation of the master key waits for nodes that are not configured with the new one.',
          );
        waitedFor = hosts;
        return false;
      }
      case 'begin':
        await keyRotation.begin();
        logger.info(
          { component: 'key-vault', from: inForce, to: configured },
          'Every key is being wrapped with the new master key.',
        );
        return true;
      case 'wrap':
        await keyRotation.wrapMore();
        return true;
      case 'record':
        await record(services, status, lease);
        return false;
    }
  };

  while (!signal.aborted) {
    const lease = await leases.acquire(KEY_ROTATION, signal);
    if (!lease) return;
    const held = anySignal([signal, lease.signal]);
    try {
      while (!held.aborted) {
        let isDue = false;
        try {
          isDue = await step(lease);
        } catch (error) {
          if (held.aborted) break;
          const { message } = describeError(error);
          logger.warn(
            { component: 'key-vault', error: message },
            'The rotation of the master key failed, and will be retried.',
          );
        }
        if (!isDue) await abortablePause(lookEvery, held);
      }
    } finally {
      await lease.release();
    }
  }
};
