import { z } from 'zod';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { toBase64 } from '../../domain/audit/merkle/base64.ts';
import { parseTilePath } from '../../domain/audit/merkle/tile.ts';
import { tlogProof } from '../../domain/audit/merkle/tlog-proof.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import {
  type SealedCheckpoint,
  type SealingCommand,
  sealingDecider,
  sealingStream,
} from '../../domain/operations/sealing-decider.ts';
import { logSealed, sealingResumed, sealingStopped } from '../../domain/operations/sealing-events.ts';
import type { WitnessStatus } from '../../domain/operations/witnessing-decider.ts';
import type { TreeHead } from '../../ports/checkpoint-signer.ts';
import type { LogVerificationLine } from '../../ports/log-proofs.ts';
import { newestCheckpoint, sealingStateOf } from '../audit/sealed-checkpoint.ts';
import { publicFailureReason } from '../failure-response.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { bytes } from '../openapi/bytes.ts';
import {
  checkpointRepresentation,
  consistencyRepresentation,
  inclusionRepresentation,
  logVerificationRepresentation,
} from '../representations/proof-representation.ts';
import { positionText } from '../request/query-fields.ts';
import { defineRoute, none, type Route, type RouteRequest } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

type Needs = Pick<
  HttpApiServices,
  'eventStore' | 'commandServices' | 'logProofs' | 'clock' | 'readWitnesses'
>;

const about = {
  access: 'audit:read',
  tag: 'Audit',
  ownership: 'none',
  // Hashes, signatures and positions say nothing about anybody.
  discloses: 'nothing',
  body: none,
} as const;

const headOf = ({ size, root }: SealedCheckpoint): TreeHead => ({ size, root: Buffer.from(root, 'hex') });

const shown = (checkpoint: SealedCheckpoint) => ({
  ...checkpoint,
  root: toBase64(headOf(checkpoint).root),
});

const shownWitness = ({ name, kept, contradiction }: WitnessStatus) => ({
  name,
  kept: kept
    ? {
        size: kept.size,
        at: kept.at,
        verifierKey: kept.verifierKey,
        countersignatures: kept.countersignatures,
      }
    : null,
  contradiction: contradiction
    ? { size: contradiction.size, witnessSize: contradiction.witnessSize, at: contradiction.at }
    : null,
});

const notSealed = (position: number, { size }: SealedCheckpoint, head: number): Failure =>
  new Failure(
    position > head
      ? failure('not_found', `The log ends at position ${head}: nothing is at position ${position}.`, {
          details: { position, head },
        })
      : failure(
          'not_found',
          `Position ${position} is beyond the newest checkpoint, which covers positions 1 to ${size}. The next one follows within minutes.`,
          { details: { position, size } },
        ),
  );

/** @throws Failure `validation_error` for position 0, `not_found` beyond the checkpoint */
const requireSealed = async (position: number, checkpoint: SealedCheckpoint, { eventStore }: Needs) => {
  if (position < 1) throw new Failure(failure('validation_error', 'Positions of the log begin with 1.'));
  if (position > checkpoint.size) throw notSealed(position, checkpoint, await eventStore.head());
};

const checkpointRoute = (services: Needs): Route =>
  defineRoute({
    ...about,
    method: 'GET',
    path: '/api/audit/checkpoint',
    operationId: 'getCheckpoint',
    summary:
      'The newest signed checkpoint of the log, what witnesses keep, and when the log was last verified.',
    params: none,
    query: none,
    response: checkpointRepresentation,
    handle: async () => {
      const { checkpoint, stopped, verified, failed } = await sealingStateOf(services);
      return answerData({
        checkpoint: checkpoint ? shown(checkpoint) : null,
        head: await services.eventStore.head(),
        stopped: stopped ?? null,
        witnesses: (await services.readWitnesses()).map(shownWitness),
        verified: verified
          ? { size: verified.size, at: verified.at, checkpoints: verified.checkpoints }
          : null,
        failed: failed ?? null,
      });
    },
  });

const inclusionRoute = (services: Needs): Route =>
  defineRoute({
    ...about,
    method: 'GET',
    path: '/api/audit/proof',
    operationId: 'proveEvent',
    summary: 'The proof that the event at a position is in the log that the newest checkpoint seals.',
    params: none,
    query: z.strictObject({ position: positionText('The position of the event.') }),
    response: inclusionRepresentation,
    handle: async ({ query: { position } }) => {
      const checkpoint = await newestCheckpoint(services);
      await requireSealed(position, checkpoint, services);
      const { leafHash, proof } = await services.logProofs.inclusion(position, headOf(checkpoint));
      return answerData({
        position,
        index: position - 1,
        leafHash: toBase64(leafHash),
        proof: proof.map(toBase64),
        checkpoint: shown(checkpoint),
        tlogProof: tlogProof(position - 1, proof, checkpoint.note),
      });
    },
  });

const consistencyRoute = (services: Needs): Route =>
  defineRoute({
    ...about,
    method: 'GET',
    path: '/api/audit/consistency',
    operationId: 'proveConsistency',
    summary: 'The proof that the log of one size begins with all events of the log of a smaller size.',
    params: none,
    query: z.strictObject({
      from: positionText('The size of the older log.'),
      to: positionText('The size of the newer log; that of the newest checkpoint by default.').optional(),
    }),
    response: consistencyRepresentation,
    handle: async ({ query: { from, to: asked } }) => {
      const checkpoint = await newestCheckpoint(services);
      const to = asked ?? checkpoint.size;
      for (const size of [from, to]) await requireSealed(size, checkpoint, services);
      if (from > to)
        throw new Failure(
          failure('validation_error', `The log of ${from} events is not older than that of ${to}.`),
        );
      const { fromRoot, toRoot, proof } = await services.logProofs.consistency(from, to, headOf(checkpoint));
      return answerData({
        from,
        fromRoot: toBase64(fromRoot),
        to,
        toRoot: toBase64(toRoot),
        proof: proof.map(toBase64),
        checkpoint: shown(checkpoint),
      });
    },
  });

const part = z.string().min(1).max(8);
/** The parts of a tile's path: a log of 256 million events has at most four. */
const tileParts = [
  ['getTile', '/api/audit/tile/:level/:a', z.strictObject({ level: part, a: part })],
  ['getPartialTile', '/api/audit/tile/:level/:a/:b', z.strictObject({ level: part, a: part, b: part })],
  [
    'getFarPartialTile',
    '/api/audit/tile/:level/:a/:b/:c',
    z.strictObject({ level: part, a: part, b: part, c: part }),
  ],
] as const;

const tileRoutes = (services: Needs): readonly Route[] =>
  tileParts.map(([operationId, path, params]) =>
    defineRoute({
      ...about,
      method: 'GET',
      path,
      operationId,
      summary: 'A tile of the Merkle tree over the log, by its path as in c2sp.org/tlog-tiles.',
      params,
      query: none,
      responses: [
        {
          status: 200,
          description: 'Up to 256 hashes of 32 bytes.',
          contentType: 'application/octet-stream',
          content: bytes,
        },
      ],
      handle: async ({ params: { level, ...rest } }) => {
        const place = parseTilePath(['tile', level, ...Object.values(rest)].join('/'));
        const checkpoint = await newestCheckpoint(services);
        const tile = place && (await services.logProofs.tile(place, headOf(checkpoint)));
        if (!tile)
          throw new Failure(failure('not_found', 'The tree of the newest checkpoint has no such tile.'));
        return {
          kind: 'stream',
          live: false,
          contentType: 'application/octet-stream',
          // A tile never changes; it needs a token, so that only the reader may keep it.
          headers: { 'cache-control': 'private, max-age=31536000, immutable' },
          content: async function* () {
            yield tile;
          },
        };
      },
    }),
  );

const noteRoute = (services: Needs): Route =>
  defineRoute({
    ...about,
    method: 'GET',
    path: '/api/audit/checkpoint.txt',
    operationId: 'getCheckpointNote',
    summary: 'The newest checkpoint of the log as its signed note alone (c2sp.org/tlog-checkpoint).',
    params: none,
    query: none,
    responses: [{ status: 200, description: 'The note.', contentType: 'text/plain; charset=utf-8' }],
    handle: async () => ({
      kind: 'text',
      contentType: 'text/plain; charset=utf-8',
      content: (await newestCheckpoint(services)).note,
      headers: { 'cache-control': 'no-store' },
    }),
  });

/**
 * Every checkpoint that the log must agree with, smallest first. What a person gave up when the log had changed is not
 * among them.
 */
const checkpointsOf = async ({ eventStore }: Needs): Promise<readonly TreeHead[]> => {
  let heads: TreeHead[] = [];
  let isChanged = false;
  for await (const { type, data } of eventStore.readStream(sealingStream)) {
    if (type === logSealed.type) heads.push(headOf(logSealed.schema.parse(data)));
    if (type === sealingStopped.type) isChanged = sealingStopped.schema.parse(data).because === 'log_changed';
    if (type === sealingResumed.type && isChanged) heads = [];
  }
  return heads.toSorted((one, other) => one.size - other.size);
};

const commandOf = (
  line: Extract<LogVerificationLine, { readonly kind: 'verified' | 'altered' }>,
  at: string,
): SealingCommand | undefined => {
  if (line.kind === 'altered') {
    const { from, position, checkpointSize } = line;
    return {
      type: 'RecordFailedVerification',
      from,
      position,
      checkpointSize: Math.max(1, checkpointSize),
      at,
    };
  }
  const { size, root, checkpoints } = line;
  return size === 0
    ? undefined
    : { type: 'RecordVerification', size, root: Buffer.from(root).toString('hex'), checkpoints, at };
};

const lineOf = (value: z.input<typeof logVerificationRepresentation>): string =>
  `${JSON.stringify(logVerificationRepresentation.parse(value))}\n`;

async function* verification(
  services: Needs,
  { caller }: Pick<RouteRequest, 'caller'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { logProofs, commandServices, clock } = services;
  try {
    for await (const line of logProofs.verify(await checkpointsOf(services), signal)) {
      if (line.kind === 'progress') {
        yield lineOf(line);
        continue;
      }
      const command = commandOf(line, clock.now());
      // On record before it is shown.
      if (command)
        await executeDecider({
          decider: sealingDecider,
          streamId: sealingStream,
          commands: [command],
          context: contextOf(caller, { commandId: commandServices.identity.newId() }),
          services: commandServices,
        });
      yield lineOf(line.kind === 'verified' ? { ...line, root: toBase64(line.root) } : line);
    }
  } catch (error) {
    // The response has begun, so an error can only be its last line.
    const { code, message } = publicFailureReason(error);
    yield lineOf({ kind: 'failure', code, message });
  }
}

const verifyLogRoute = (services: Needs): Route =>
  defineRoute({
    ...about,
    method: 'POST',
    path: '/api/audit/verify',
    operationId: 'verifyLog',
    summary:
      'Hashes the whole log again, compares it with every signed checkpoint, and names the first position that differs. Continues a verification that was interrupted within the last day. The result is recorded.',
    params: none,
    query: none,
    responses: [
      {
        status: 200,
        description: 'Lines of progress, and a last line with the result or the reason for having none.',
        contentType: 'application/x-ndjson',
        content: logVerificationRepresentation,
      },
    ],
    handle: async (_input, request) => ({
      kind: 'stream',
      live: false,
      contentType: 'application/x-ndjson',
      content: (signal) => verification(services, request, signal),
    }),
  });

/** Checkpoints of the log and proofs about it. They need no trust in this server: anyone who keeps one can check them. */
export const proofRoutes = (services: Needs): readonly Route[] => [
  checkpointRoute(services),
  noteRoute(services),
  inclusionRoute(services),
  consistencyRoute(services),
  ...tileRoutes(services),
  verifyLogRoute(services),
];
