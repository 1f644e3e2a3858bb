import { z } from 'zod';
import { failureCodes } from '../../domain/kernel/failure.ts';
import { stopReasons } from '../../domain/operations/sealing-events.ts';

const base64Hash = z.string().length(44).meta({ description: 'A SHA-256 hash in base64.' });
const size = z.int().min(0);
const instant = z.iso.datetime({ precision: 3 });
const note = z.string().meta({ description: 'The signed note (c2sp.org/tlog-checkpoint).' });
const verifierKey = z
  .string()
  .meta({ description: 'The key that verifies the note (c2sp.org/signed-note).' });

const treeHead = z.strictObject({
  size: size.meta({ description: 'The events that it covers: positions 1 to this.' }),
  root: base64Hash,
  note,
  verifierKey,
});

const witnessState = z.strictObject({
  name: z.string().meta({ description: 'The name of its key; `folder` for WITNESS_FOLDER.' }),
  kept: z
    .strictObject({
      size,
      at: instant.meta({ description: 'The time that it states, or that of the copy in the folder.' }),
      verifierKey: verifierKey.meta({ description: 'The key that signed the checkpoint.' }),
      countersignatures: z.array(z.string()).readonly().meta({
        description:
          'Its signatures, as lines of the note (c2sp.org/tlog-cosignature), verified; a folder has none.',
      }),
    })
    .nullable()
    .meta({ description: 'The newest checkpoint that it keeps; null before the first.' }),
  contradiction: z.strictObject({ size, witnessSize: size.nullable(), at: instant }).nullable().meta({
    description:
      'That it keeps a checkpoint which the log does not extend: of `witnessSize` events, or, if that is null, with other events.',
  }),
});

export const checkpointRepresentation = z
  .strictObject({
    checkpoint: treeHead.nullable().meta({ description: 'The newest one; null before the first.' }),
    head: size.meta({ description: 'The last position of the log.' }),
    stopped: z
      .strictObject({ because: z.enum(stopReasons), size })
      .nullable()
      .meta({ description: 'Why no further checkpoint is signed until a person decides.' }),
    witnesses: z
      .array(witnessState)
      .readonly()
      .meta({ description: 'The configured witnesses, which keep checkpoints outside.' }),
    verified: z
      .strictObject({ size, at: instant, checkpoints: z.int().min(0) })
      .nullable()
      .meta({ description: 'The last verification of the whole log that succeeded.' }),
    failed: z
      .strictObject({ from: size, position: size, checkpointSize: size, at: instant })
      .nullable()
      .meta({ description: 'The last verification, if it found the log altered.' }),
  })
  .meta({ id: 'CheckpointState' });

export const inclusionRepresentation = z
  .strictObject({
    position: size,
    index: size.meta({ description: 'The index of the leaf: the position less one.' }),
    leafHash: base64Hash,
    proof: z.array(base64Hash).readonly(),
    checkpoint: treeHead,
    tlogProof: z.string().meta({ description: 'The same as one text (c2sp.org/tlog-proof).' }),
  })
  .meta({ id: 'InclusionProof' });

export const consistencyRepresentation = z
  .strictObject({
    from: size,
    fromRoot: base64Hash,
    to: size,
    toRoot: base64Hash,
    proof: z.array(base64Hash).readonly(),
    checkpoint: treeHead,
  })
  .meta({ id: 'ConsistencyProof' });

export const logVerificationRepresentation = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('progress'), position: size, head: size }),
    z.strictObject({
      kind: z.literal('verified'),
      size,
      root: base64Hash,
      checkpoints: z.int().min(0),
      /** The position after which it continued a verification that was interrupted. */
      resumedAfter: size.optional(),
    }),
    z.strictObject({ kind: z.literal('altered'), from: size, position: size, checkpointSize: size }),
    z.strictObject({ kind: z.literal('failure'), code: z.enum(failureCodes), message: z.string() }),
  ])
  .meta({ id: 'LogVerification' });
