import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromBase64 } from '../../../../../domain/audit/merkle/base64.ts';
import { parseCheckpointText } from '../../../../../domain/audit/merkle/checkpoint.ts';
import { provesConsistency } from '../../../../../domain/audit/merkle/consistency-proof.ts';
import { provesInclusion } from '../../../../../domain/audit/merkle/inclusion-proof.ts';
import { provesLeaves } from '../../../../../domain/audit/merkle/leaves-proof.ts';
import {
  formatSignedNote,
  formatVerifierKey,
  isSignedBy,
  parseSignedNote,
  parseVerifierKey,
} from '../../../../../domain/audit/merkle/signed-note.ts';
import { emptyTreeEdge } from '../../../../../domain/audit/merkle/tree-edge.ts';
import { HASH_BYTES } from '../../../../../domain/audit/merkle/tree-hasher.ts';
import { verifyEd25519 } from '../../../../../infra/installation/ed25519.ts';
import { sha256TreeHasher as hasher, sha256 } from '../../../../../infra/installation/sha256-tree-hasher.ts';

const bytes = z
  .string()
  .nullable()
  .transform((text) => fromBase64(text ?? '') ?? new Uint8Array());
const proof = z.array(bytes);
const vectors = z
  .object({
    inclusion: z.array(
      z.object({
        name: z.string(),
        leafIdx: z.number(),
        treeSize: z.number(),
        root: bytes,
        leafHash: bytes,
        proof,
        wantErr: z.boolean(),
      }),
    ),
    consistency: z.array(
      z.object({
        name: z.string(),
        size1: z.number(),
        size2: z.number(),
        root1: bytes,
        root2: bytes,
        proof,
        wantErr: z.boolean(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'certificate-transparency.json'), 'utf8')));

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

describe('the vectors of the certificate transparency project (transparency-dev/merkle, testdata)', () => {
  it('of inclusion proofs are accepted and refused as published', () => {
    expect(vectors.inclusion.length).toBe(98);
    for (const { name, leafIdx, treeSize, root, leafHash, proof: hashes, wantErr } of vectors.inclusion) {
      const claim = { index: leafIdx, size: treeSize, root, leafHash, proof: hashes };
      expect(provesInclusion(claim, hasher), name).toBe(!wantErr);
    }
  });

  it('of consistency proofs are accepted and refused as published, but for roots that are not 32 bytes', () => {
    expect(vectors.consistency.length).toBe(98);
    for (const { name, size1, size2, root1, root2, proof: hashes, wantErr } of vectors.consistency) {
      const claim = { size: size1, root: root1, newSize: size2, newRoot: root2, proof: hashes };
      const areHashes = root1.length === HASH_BYTES && root2.length === HASH_BYTES;
      expect(provesConsistency(claim, hasher), name).toBe(!wantErr && areHashes);
    }
  });

  it('of single inclusion proofs, in the order of a proof of several leaves, are accepted as well', () => {
    for (const { name, leafIdx, treeSize, root, leafHash, proof: hashes, wantErr } of vectors.inclusion) {
      if (wantErr || hashes.length > 1) continue;
      const claim = { indices: [leafIdx], size: treeSize, root, leafHashes: [leafHash], proof: hashes };
      expect(provesLeaves(claim, hasher), name).toBe(true);
    }
  });

  // The reference tree of the certificate transparency project (testonly/constants.go, LeafInputs and RootHashes).
  it('of the reference tree have its roots', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657'];
    inputs.push('606162636465666768696a6b6c6d6e6f');
    const roots = [
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    const edge = emptyTreeEdge(hasher);
    expect(Buffer.from(edge.root()).toString('hex')).toBe(roots[0]);
    for (const [index, input] of inputs.entries()) {
      edge.append(hasher.leaf(hex(input)));
      expect(Buffer.from(edge.root()).toString('hex')).toBe(roots[index + 1]);
    }
  });

  it('of the hash functions are met (rfc6962_test.go)', () => {
    expect(Buffer.from(hasher.leaf(Buffer.from('L123456'))).toString('hex')).toBe(
      '395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56',
    );
  });
});

describe('the examples of C2SP', () => {
  const key = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
  const note =
    'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

  it('of a verifier key and a note agree (signed-note, "Example")', () => {
    const parsed = parseVerifierKey(key, sha256);
    const read = parseSignedNote(note);
    if (!parsed || !read) throw new Error('The example cannot be read.');
    expect(formatVerifierKey(parsed)).toBe(key);
    expect(formatSignedNote(read.text, read.signatures)).toBe(note);
    expect(isSignedBy(read, [parsed], verifyEd25519)).toBe(true);
    expect(isSignedBy({ ...read, text: 'This is an example message!\n' }, [parsed], verifyEd25519)).toBe(
      false,
    );
    expect(isSignedBy(read, [], verifyEd25519)).toBe(false);
    expect(isSignedBy(read, [{ ...parsed, name: 'example.com/bar' }], verifyEd25519)).toBe(false);
  });

  it('of a verifier key cannot be changed in a single character', () => {
    for (let at = 0; at < key.length; at += 1)
      expect(parseVerifierKey(`${key.slice(0, at)}?${key.slice(at + 1)}`, sha256)).toBeUndefined();
  });

  it('of a checkpoint is read (tlog-checkpoint)', () => {
    const read = parseSignedNote(
      'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n',
    );
    expect(read && parseCheckpointText(read.text)).toMatchObject({
      origin: 'example.com/behind-the-sofa',
      size: 20_852_163,
    });
  });

  it('refuse checkpoints without a root, with one of another length, and sizes that are written otherwise', () => {
    const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
    expect(parseCheckpointText(`log\n1\n${root}\n`)).toBeDefined();
    for (const text of [
      `log\n1\n${root}`,
      'log\n1\n',
      'log\n1\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxqw==\n',
      `log\n01\n${root}\n`,
      `log\n-1\n${root}\n`,
      `log\n\n${root}\n`,
      `\n1\n${root}\n`,
      `log\n${'9'.repeat(17)}\n${root}\n`,
      `log\n1\n${root}\n\n`,
    ])
      expect(parseCheckpointText(text), text).toBeUndefined();
  });

  it('refuse notes without signatures, with control characters, or cut off', () => {
    for (const text of [
      '',
      'text\n',
      'text\n\n',
      note.slice(0, -1),
      note.replace('example message', 'example\tmessage'),
      note.replace('—', '-'),
      note.replace('Uw2Q', 'Uw2 Q'),
    ])
      expect(parseSignedNote(text), text).toBeUndefined();
  });
});
