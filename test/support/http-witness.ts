import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromBase64 } from '../../domain/audit/merkle/base64.ts';
import { parseCheckpointText } from '../../domain/audit/merkle/checkpoint.ts';
import { provesConsistency } from '../../domain/audit/merkle/consistency-proof.ts';
import { cosignatureBytes, cosignedText } from '../../domain/audit/merkle/cosignature.ts';
import {
  isSignedBy,
  parseSignedNote,
  parseVerifierKey,
  signatureLine,
} from '../../domain/audit/merkle/signed-note.ts';
import { equalHashes } from '../../domain/audit/merkle/tree-hasher.ts';
import { verifyEd25519 } from '../../infra/installation/ed25519.ts';
import { sha256TreeHasher as hasher, sha256 } from '../../infra/installation/sha256-tree-hasher.ts';
import type { TreeHead } from '../../ports/checkpoint-signer.ts';
import { signingKey } from './signing.ts';

type Answer = { readonly status: number; readonly body: string; readonly type?: string };

/**
 * A witness as C2SP tlog-witness describes it, over real HTTP: it knows logs by origin and key, verifies signature and
 * consistency proof, and countersigns what extends the checkpoint that it keeps.
 */
export const startHttpWitness = async (name: string, fill = 9) => {
  const own = signingKey(name, fill, 'witness');
  const state = {
    /** The keys of each log by its origin. */
    logs: new Map<string, readonly string[]>(),
    kept: new Map<string, TreeHead>(),
    /** Answers instead of the witness, or never. */
    instead: undefined as Answer | 'hang' | undefined,
    /** What it signs as its time, in seconds. */
    seconds: 1_700_000_000,
    requests: [] as string[],
  };

  const answerTo = (body: string): Answer => {
    const bad = { status: 400, body: '' };
    const end = body.indexOf('\n\n');
    const [oldLine = '', ...lines] = body.slice(0, end).split('\n');
    const note = parseSignedNote(body.slice(end + 2));
    const checkpoint = note && parseCheckpointText(note.text);
    const old = /^old (0|[1-9]\d*)$/.exec(oldLine)?.[1];
    const proof = lines.map((line) => fromBase64(line));
    if (
      end < 0 ||
      !note ||
      !checkpoint ||
      old === undefined ||
      proof.includes(undefined) ||
      proof.length > 63
    )
      return bad;
    const keys = state.logs.get(checkpoint.origin);
    if (!keys) return { status: 404, body: '' };
    const known = keys.map((key) => parseVerifierKey(key, sha256)).filter((key) => key !== undefined);
    if (!isSignedBy(note, known, verifyEd25519)) return { status: 403, body: '' };
    const from = Number(old);
    if (from > checkpoint.size) return bad;
    const kept = state.kept.get(checkpoint.origin);
    if (from !== (kept?.size ?? 0))
      return { status: 409, body: `${kept?.size ?? 0}\n`, type: 'text/x.tlog.size' };
    if (kept && kept.size === checkpoint.size && !equalHashes(kept.root, checkpoint.root))
      return { status: 409, body: '' };
    const hashes = proof.filter((hash) => hash !== undefined);
    const isProven = kept
      ? provesConsistency(
          { ...kept, newSize: checkpoint.size, newRoot: checkpoint.root, proof: hashes },
          hasher,
        )
      : hashes.length === 0;
    if (!isProven) return { status: 422, body: '' };
    state.kept.set(checkpoint.origin, checkpoint);
    const signature = cosignatureBytes(state.seconds, own.signBytes(cosignedText(note.text, state.seconds)));
    return { status: 200, body: signatureLine({ ...own.key, signature }) };
  };

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    state.requests.push(body);
    const { instead } = state;
    if (instead === 'hang') return;
    const found = request.method === 'POST' && request.url === '/prefix/add-checkpoint';
    const answer = instead ?? (found ? answerTo(body) : { status: 405, body: '' });
    response.writeHead(answer.status, { 'content-type': answer.type ?? 'text/plain' });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...own,
    state,
    url: new URL(`http://127.0.0.1:${port}/prefix/`),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
