import { planKeyRotation } from '../../../../domain/operations/plan-key-rotation.ts';
import type { Finding } from '../../../../ports/doctor.ts';
import type { KeyRotation } from '../../../../ports/key-rotation.ts';
import type { ListNodes } from '../../../../ports/nodes.ts';
import { fine, warning } from '../check.ts';

export type MasterKeyFacts = {
  readonly keyRotation: Pick<KeyRotation, 'read'>;
  readonly listNodes: ListNodes;
  /** Advice about the location of the master key, if any. */
  readonly masterKeyAdvice: string | undefined;
};

/** Says which master key wraps the keys, where it is, and how far its rotation is. */
export const examineMasterKey = async ({
  keyRotation,
  listNodes,
  masterKeyAdvice,
}: MasterKeyFacts): Promise<readonly Finding[]> => {
  const status = await keyRotation.read();
  const { configured, previous, inForce, since, rotation } = status;
  const next = planKeyRotation({ ...status, nodes: (await listNodes()).nodes });
  const used = since === undefined ? '' : `, in use since ${since}`;
  return [
    // The vault refuses to open with a master key other than the one of this database.
    fine(`The keys are wrapped with the master key ${rotation?.from ?? inForce}${used}.`),
    // Every installation starts like this, so it is advice here and in the startup log, and no reason to alert.
    ...(masterKeyAdvice === undefined ? [] : [fine(masterKeyAdvice)]),
    ...(rotation
      ? [
          fine(
            `They are being wrapped with the master key ${rotation.to}: ${rotation.done} of ${rotation.total} so far.`,
          ),
        ]
      : []),
    ...(next.kind === 'wait' && next.hosts.length > 0
      ? [
          warning(
            `The rotation to the master key ${configured} waits for nodes that are not configured with it: ${next.hosts.join(', ')}.`,
            'Restart them with MASTER_KEY_FILE and PREVIOUS_MASTER_KEY_FILE set as on this node.',
          ),
        ]
      : []),
    ...(next.kind === 'nothing' && previous !== undefined
      ? [
          warning(
            `The previous master key ${previous} is no longer needed.`,
            'Unset PREVIOUS_MASTER_KEY_FILE, restart each node, and remove the file: see "The master key leaked, or is old" in docs/runbook.md.',
          ),
        ]
      : []),
  ];
};
