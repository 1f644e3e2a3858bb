#!/usr/bin/env node
// Verifies a sealed export of an audit log. Needs Node.js 20 or later and nothing else: no package, no server.
//
//   node verify.mjs <export.zip> [--key <verifier key>] [--known <checkpoint file>] [--witness <verifier key>]
//
// Prints "OK …" and exits with 0, or "FAULT <kind>: …" with the first fault and 1. Without --key, the key in the export is
// believed: compare it with one that you got in another way. --known is an older checkpoint that you kept.
// --witness is the key of a witness that must have countersigned the checkpoint (c2sp.org/tlog-cosignature).
//
// What is checked: the zip has exactly the files that the signed manifest names, byte for byte; the checkpoint is signed
// (c2sp.org/signed-note, c2sp.org/tlog-checkpoint); every event is a leaf of the tree of the checkpoint (RFC 9162) at the
// index of its position; a complete range has every position; a certificate of an erasure states what its events state.
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

class Fault extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}
const fail = (kind, message) => {
  throw new Fault(kind, message);
};
const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const text = (bytes, kind) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail(kind, 'a text is not valid UTF-8');
  }
};
const base64 = (encoded, kind) => {
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes : fail(kind, 'a text is not standard base64');
};
const isWhole = (value, least) => Number.isSafeInteger(value) && value >= least;

// The zip: files stored without compression, one after another, in exactly one way, so that no byte of it is unused.
const localHeader = (name, content) => {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(0x21, 12);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
};
const centralHeader = (name, local, offset) => {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  local.copy(header, 6, 4, 30);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
};
const readZip = (zip) => {
  const files = new Map();
  const central = [];
  let offset = 0;
  while (offset + 30 <= zip.length && zip.readUInt32LE(offset) === 0x04034b50) {
    const nameEnd = offset + 30 + zip.readUInt16LE(offset + 26);
    const end = nameEnd + zip.readUInt32LE(offset + 18);
    if (end > zip.length) fail('container', 'the zip is cut off');
    const name = zip.subarray(offset + 30, nameEnd);
    const content = zip.subarray(nameEnd, end);
    const local = localHeader(name, content);
    if (!local.equals(zip.subarray(offset, nameEnd))) fail('container', 'the zip was altered');
    if (files.has(name.toString('latin1'))) fail('container', 'the zip has two files of one name');
    files.set(name.toString('latin1'), content);
    central.push(centralHeader(name, local, offset));
    offset = end;
  }
  const directory = Buffer.concat(central);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06054b50, 0);
  tail.writeUInt16LE(files.size, 8);
  tail.writeUInt16LE(files.size, 10);
  tail.writeUInt32LE(directory.length, 12);
  tail.writeUInt32LE(offset, 16);
  if (!Buffer.concat([directory, tail]).equals(zip.subarray(offset)))
    fail('container', 'the zip was altered');
  return files;
};

// Keys and notes.
const SIGNER = 1;
const WITNESS = 4;
const parseKey = (encoded, type = SIGNER) => {
  const [name = '', id = '', ...rest] = encoded.split('+');
  const bytes = base64(rest.join('+'), 'key');
  if (bytes.length !== 33 || bytes[0] !== type || name === '')
    fail('key', `it is not an Ed25519 verifier key of a ${type === WITNESS ? 'witness' : 'log'}`);
  const expected = sha256(`${name}\n`, bytes).subarray(0, 4);
  if (expected.toString('hex') !== id) fail('key', 'its id is not that of its name and key');
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  return { name, id: expected, type, key: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
};
// A witness signs the time that stands before its signature, and the checkpoint.
const isSigned = (body, key, type, bytes) => {
  const [at, length] = type === WITNESS ? [12, 76] : [4, 68];
  if (bytes.length !== length) return false;
  const stated = type === WITNESS ? `cosignature/v1\ntime ${bytes.readBigUInt64BE(4)}\n` : '';
  return verifySignature(null, Buffer.from(`${stated}${body}`), key, bytes.subarray(at));
};
const openNote = (note, { name, id, type, key }, kind) => {
  const end = note.lastIndexOf('\n\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a note must not contain
  if (end < 0 || !note.endsWith('\n') || /[\0-\x09\x0b-\x1f]/.test(note))
    fail(kind, 'it is not a signed note');
  const body = note.slice(0, end + 1);
  let valid = 0;
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const parts = line.split(' ');
    if (parts.length !== 3 || parts[0] !== '\u2014') fail(kind, 'a line is not a signature');
    const bytes = base64(parts[2], kind);
    if (bytes.length < 5) fail(kind, 'a signature is too short');
    if (parts[1] !== name || !bytes.subarray(0, 4).equals(id)) continue;
    if (!isSigned(body, key, type, bytes)) fail(kind, 'its signature is wrong');
    valid += 1;
  }
  return valid > 0 ? body : fail(kind, 'it is not signed with the key');
};
const parseCheckpoint = (body, kind) => {
  const [origin, size, root, ...rest] = body.split('\n');
  if (rest.at(-1) !== '' || origin === '' || !/^[1-9]\d{0,15}$/.test(size ?? ''))
    fail(kind, 'it is not a checkpoint with a size');
  const bytes = base64(root ?? '', kind);
  if (bytes.length !== 32 || !isWhole(Number(size), 1)) fail(kind, 'it has no size and root of 32 bytes');
  return { origin, size: Number(size), root: bytes };
};

// The tree: the hash of a range is the next one of the proof if no event is in it.
const rootOf = (size, indices, leafHashes, proof) => {
  let [nextLeaf, nextHash] = [0, 0];
  const hashOf = (start, end) => {
    const index = indices[nextLeaf];
    if (index === undefined || index >= end) {
      nextHash += 1;
      return proof[nextHash - 1] ?? fail('proof', 'a hash of the proof is missing');
    }
    if (end - start === 1) {
      nextLeaf += 1;
      return leafHashes[nextLeaf - 1];
    }
    let half = 1;
    while (half * 2 < end - start) half *= 2;
    const left = hashOf(start, start + half);
    return sha256(Buffer.of(1), left, hashOf(start + half, end));
  };
  const root = hashOf(0, size);
  if (nextLeaf !== indices.length || nextHash !== proof.length) fail('proof', 'something of it is left over');
  return root;
};

const linesOf = (bytes, kind) => {
  const content = text(bytes, kind);
  if (content === '') return [];
  if (!content.endsWith('\n')) fail(kind, 'its last line is cut off');
  return content.slice(0, -1).split('\n');
};
const parseJson = (line, kind) => {
  try {
    const value = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {}
  return fail(kind, 'a line is not a JSON object');
};

const PREFIX = 'anamnesis.invalid/sealed-export/v1';
const checkFiles = (files, manifest) => {
  const named = manifest.files;
  if (typeof named !== 'object' || named === null) fail('manifest', 'it names no files');
  for (const name of files.keys())
    if (name !== 'manifest.txt' && !Object.hasOwn(named, name))
      fail('files', `${name} is not in the manifest`);
  for (const [name, hash] of Object.entries(named)) {
    const content = files.get(name) ?? fail('files', `${name} is missing`);
    if (sha256(content).toString('hex') !== hash) fail('files', `${name} was altered`);
  }
  for (const name of ['events.ndjson', 'proof.txt', 'checkpoint.txt', 'key.txt'])
    if (!Object.hasOwn(named, name)) fail('files', `${name} is missing`);
};

const checkEvents = (files, manifest, checkpoint) => {
  const lines = linesOf(files.get('events.ndjson'), 'events');
  if (lines.length !== manifest.events) fail('events', 'their number is not that of the manifest');
  const positions = lines.map((line) => parseJson(line, 'events').position);
  for (const [at, position] of positions.entries()) {
    if (!isWhole(position, 1) || position > checkpoint.size)
      fail('events', `line ${at + 1} has no sealed position`);
    if (position <= (positions[at - 1] ?? 0)) fail('events', `position ${position} is out of order`);
    if (manifest.complete === true && position !== manifest.from + at)
      fail('events', `position ${manifest.from + at} is missing`);
  }
  if (manifest.complete === true && manifest.from + lines.length - 1 !== manifest.to)
    fail('events', `positions up to ${manifest.to} are missing`);
  const leaves = lines.map((line) => sha256(Buffer.of(0), line));
  const proof = linesOf(files.get('proof.txt'), 'proof').map((line) => {
    const hash = base64(line, 'proof');
    return hash.length === 32 ? hash : fail('proof', 'a hash does not have 32 bytes');
  });
  const indices = positions.map((position) => position - 1);
  if (!rootOf(checkpoint.size, indices, leaves, proof).equals(checkpoint.root))
    fail('proof', 'the events are not those that were sealed');
  return positions;
};

// A certificate: its facts must be those of the three events of the erasure.
const isText = (value) => typeof value === 'string';
const factsOf = (value, kind) => {
  const { erasureId, subject, basis, requestedBy, confirmedBy, keyId, effects, notReached } = value;
  const texts = [erasureId, subject, basis, requestedBy, confirmedBy, keyId];
  if (!texts.every(isText) || !Array.isArray(effects) || !Array.isArray(notReached))
    fail(kind, 'a fact of the erasure is missing');
  const done = effects.map((one) => {
    const { place, count, effect } = one ?? {};
    return isText(place) && isWhole(count, 0) && isText(effect)
      ? [place, count, effect]
      : fail(kind, 'an effect of the erasure is not stated');
  });
  if (!notReached.every(isText)) fail(kind, 'a place is not named');
  return JSON.stringify([...texts, done, notReached]);
};
const STEPS = ['SubjectErasureRequested', 'SubjectErasureConfirmed', 'SubjectErased'];
const TIMES = ['requestedAt', 'confirmedAt', 'erasedAt'];
const checkCertificate = (files) => {
  const kind = 'certificate';
  const certificate = parseJson(text(files.get('certificate.json'), kind), kind);
  const events = linesOf(files.get('events.ndjson'), 'events').map((line) => parseJson(line, 'events'));
  if (events.length !== STEPS.length) fail(kind, 'its events are not those of one erasure');
  const { positions } = certificate;
  if (!Array.isArray(positions) || positions.length !== STEPS.length) fail(kind, 'it names no events');
  const data = events.map((event, at) => {
    if (event.type !== STEPS[at] || event.streamId !== events[0].streamId)
      fail(kind, 'its events are not those of one erasure');
    if (event.recordedAt !== certificate[TIMES[at]] || event.position !== positions[at])
      fail(kind, `${TIMES[at]} is not when it happened`);
    const stated = parseJson(isText(event.data) ? event.data : '', 'events');
    for (const name of ['erasureId', 'subject'])
      if (stated[name] !== certificate[name]) fail(kind, `an event states another ${name}`);
    return stated;
  });
  if (factsOf(certificate, kind) !== factsOf(data[2], 'events'))
    fail(kind, 'it states something else than its events');
  return certificate;
};

/** Verifies a zip; throws the first fault. */
export const verify = ({ zip, trustedKey, known, witness }) => {
  const files = readZip(zip);
  for (const name of ['manifest.txt', 'key.txt', 'checkpoint.txt'])
    if (!files.has(name)) fail('files', `${name} is missing`);
  const key = parseKey((trustedKey ?? text(files.get('key.txt'), 'key')).trim());
  const checkpoint = parseCheckpoint(
    openNote(text(files.get('checkpoint.txt'), 'checkpoint'), key, 'checkpoint'),
    'checkpoint',
  );
  const body = openNote(text(files.get('manifest.txt'), 'manifest'), key, 'manifest').split('\n');
  if (body.length !== 3 || body[0] !== PREFIX) fail('manifest', 'it is not the manifest of an export');
  const manifest = parseJson(body[1], 'manifest');
  if (!isWhole(manifest.events, 0) || !isWhole(manifest.from, 1) || !isWhole(manifest.to, 0))
    fail('manifest', 'its numbers are not whole');
  if (manifest.checkpointSize !== checkpoint.size) fail('manifest', 'it belongs to another checkpoint');
  checkFiles(files, manifest);
  const positions = checkEvents(files, manifest, checkpoint);
  if (files.has('certificate.json') !== (manifest.certifies === 'erasure'))
    fail('certificate', 'the manifest and the files differ about it');
  const certificate = files.has('certificate.json') ? checkCertificate(files) : undefined;
  if (known !== undefined) {
    const kept = parseCheckpoint(openNote(known, key, 'known'), 'known');
    if (kept.size > checkpoint.size)
      fail('known', 'the export has an older checkpoint than the one that you know');
    if (kept.size === checkpoint.size && !kept.root.equals(checkpoint.root))
      fail('known', 'the checkpoint contradicts the one that you know');
  }
  if (witness !== undefined)
    openNote(text(files.get('checkpoint.txt'), 'checkpoint'), parseKey(witness.trim(), WITNESS), 'witness');
  return { manifest, checkpoint, positions, certificate };
};

const main = (args) => {
  const options = {};
  const names = [];
  for (let at = 0; at < args.length; at += 1) {
    if (['--key', '--known', '--witness'].includes(args[at])) {
      options[args[at].slice(2)] = args[at + 1];
      at += 1;
    } else names.push(args[at]);
  }
  if (names.length !== 1) {
    process.stderr.write(
      'Usage: node verify.mjs <export.zip> [--key <verifier key>] [--known <checkpoint file>] [--witness <verifier key>]\n',
    );
    return 2;
  }
  try {
    const known = options.known === undefined ? undefined : text(readFileSync(options.known), 'known');
    const { manifest, checkpoint, certificate } = verify({
      zip: readFileSync(names[0]),
      trustedKey: options.key,
      known,
      witness: options.witness,
    });
    const span =
      manifest.complete === true ? `every position from ${manifest.from} to ${manifest.to}` : 'a selection';
    const what = certificate
      ? `certificate: ${certificate.subject} was erased at ${certificate.erasedAt}`
      : span;
    process.stdout.write(
      `OK ${manifest.events} events, ${what}, sealed by the checkpoint of ${checkpoint.size} events of ${checkpoint.origin}${options.witness === undefined ? '' : ', countersigned by the witness'}\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    process.stdout.write(`FAULT ${error.kind}: ${error.message}\n`);
    return 1;
  }
};

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = main(process.argv.slice(2));
