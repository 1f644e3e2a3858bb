#!/usr/bin/env python3
"""Verifies a sealed export of an audit log, as verify.mjs does. Needs Python 3.8 or later and nothing else.

    python3 verify.py <export.zip> [--key <verifier key>] [--known <checkpoint file>] [--witness <verifier key>]

Prints "OK ..." and exits with 0, or "FAULT <kind>: ..." with the first fault and 1.
"""
import base64
import hashlib
import json
import re
import struct
import sys
import zlib


class Fault(Exception):
    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def fail(kind, message):
    raise Fault(kind, message)


def sha256(*parts):
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()


def text(content, kind):
    try:
        return content.decode('utf-8')
    except UnicodeDecodeError:
        fail(kind, 'a text is not valid UTF-8')


def unbase64(encoded, kind):
    try:
        content = base64.b64decode(encoded.encode('ascii'), validate=True)
        if base64.b64encode(content).decode('ascii') == encoded:
            return content
    except ValueError:
        pass
    fail(kind, 'a text is not standard base64')


def is_whole(value, least):
    return type(value) is int and least <= value < 2**53


# Ed25519 (RFC 8032, section 5.1), for verification only.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P != 0 or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def point(encoded):
    number = int.from_bytes(encoded, 'little')
    y = number & ((1 << 255) - 1)
    x = recover_x(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(scalar, base):
    result = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = add(result, base)
        base = add(base, base)
        scalar >>= 1
    return result


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = point(BASE_Y.to_bytes(32, 'little'))


def is_signature(public_key, content, signature):
    key, commitment = point(public_key), point(signature[:32])
    scalar = int.from_bytes(signature[32:], 'little')
    if key is None or commitment is None or scalar >= L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public_key + content).digest(), 'little') % L
    left, right = multiply(scalar, BASE), add(commitment, multiply(challenge, key))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# The zip: files stored without compression, one after another, in exactly one way, so that no byte of it is unused.
def local_header(name, content):
    return struct.pack('<IHHHHHIIIHH', 0x04034B50, 20, 0, 0, 0, 0x21, zlib.crc32(content), len(content), len(content), len(name), 0) + name


def central_header(name, local, offset):
    return struct.pack('<IH', 0x02014B50, 20) + local[4:30] + struct.pack('<HHHII', 0, 0, 0, 0, offset) + name


def read_zip(archive):
    files, central, offset = {}, [], 0
    while offset + 30 <= len(archive) and struct.unpack_from('<I', archive, offset)[0] == 0x04034B50:
        name_end = offset + 30 + struct.unpack_from('<H', archive, offset + 26)[0]
        end = name_end + struct.unpack_from('<I', archive, offset + 18)[0]
        if end > len(archive):
            fail('container', 'the zip is cut off')
        name, content = archive[offset + 30:name_end], archive[name_end:end]
        local = local_header(name, content)
        if local != archive[offset:name_end]:
            fail('container', 'the zip was altered')
        if name.decode('latin-1') in files:
            fail('container', 'the zip has two files of one name')
        files[name.decode('latin-1')] = content
        central.append(central_header(name, local, offset))
        offset = end
    directory = b''.join(central)
    tail = struct.pack('<IHHHHIIH', 0x06054B50, 0, 0, len(files), len(files), len(directory), offset, 0)
    if directory + tail != archive[offset:]:
        fail('container', 'the zip was altered')
    return files


# Keys and notes.
SIGNER, WITNESS = 1, 4


def parse_key(encoded, kind=SIGNER):
    parts = encoded.split('+')
    content = unbase64('+'.join(parts[2:]), 'key')
    if len(content) != 33 or content[0] != kind or parts[0] == '':
        fail('key', 'it is not an Ed25519 verifier key of a ' + ('witness' if kind == WITNESS else 'log'))
    key_id = sha256(parts[0].encode('utf-8') + b'\n', content)[:4]
    if key_id.hex() != parts[1]:
        fail('key', 'its id is not that of its name and key')
    return parts[0], key_id, kind, content[1:]


def is_signed(body, public_key, kind, content):
    # A witness signs the time that stands before its signature, and the checkpoint.
    start, length = (12, 76) if kind == WITNESS else (4, 68)
    if len(content) != length:
        return False
    stated = 'cosignature/v1\ntime %d\n' % struct.unpack('>Q', content[4:12]) if kind == WITNESS else ''
    return is_signature(public_key, (stated + body).encode('utf-8'), content[start:])


def open_note(note, key, kind):
    name, key_id, key_kind, public_key = key
    end = note.rfind('\n\n')
    if end < 0 or not note.endswith('\n') or re.search('[\x00-\x09\x0b-\x1f]', note):
        fail(kind, 'it is not a signed note')
    body, valid = note[:end + 1], 0
    for line in note[end + 2:-1].split('\n'):
        parts = line.split(' ')
        if len(parts) != 3 or parts[0] != '\u2014':
            fail(kind, 'a line is not a signature')
        content = unbase64(parts[2], kind)
        if len(content) < 5:
            fail(kind, 'a signature is too short')
        if parts[1] != name or content[:4] != key_id:
            continue
        if not is_signed(body, public_key, key_kind, content):
            fail(kind, 'its signature is wrong')
        valid += 1
    return body if valid > 0 else fail(kind, 'it is not signed with the key')


def parse_checkpoint(body, kind):
    lines = body.split('\n')
    if len(lines) < 4 or lines[-1] != '' or lines[0] == '' or not re.fullmatch('[1-9][0-9]{0,15}', lines[1]):
        fail(kind, 'it is not a checkpoint with a size')
    root = unbase64(lines[2], kind)
    if len(root) != 32 or not is_whole(int(lines[1]), 1):
        fail(kind, 'it has no size and root of 32 bytes')
    return lines[0], int(lines[1]), root


# The tree: the hash of a range is the next one of the proof if no event is in it.
def root_of(size, indices, leaf_hashes, proof):
    next_leaf, next_hash = 0, 0

    def hash_of(start, end):
        nonlocal next_leaf, next_hash
        if next_leaf >= len(indices) or indices[next_leaf] >= end:
            next_hash += 1
            return proof[next_hash - 1] if next_hash <= len(proof) else fail('proof', 'a hash of the proof is missing')
        if end - start == 1:
            next_leaf += 1
            return leaf_hashes[next_leaf - 1]
        half = 1
        while half * 2 < end - start:
            half *= 2
        left = hash_of(start, start + half)
        return sha256(b'\x01', left, hash_of(start + half, end))

    root = hash_of(0, size)
    if next_leaf != len(indices) or next_hash != len(proof):
        fail('proof', 'something of it is left over')
    return root


def lines_of(content, kind):
    decoded = text(content, kind)
    if decoded == '':
        return []
    if not decoded.endswith('\n'):
        fail(kind, 'its last line is cut off')
    return decoded[:-1].split('\n')


def parse_json(line, kind):
    try:
        value = json.loads(line)
        if isinstance(value, dict):
            return value
    except ValueError:
        pass
    fail(kind, 'a line is not a JSON object')


PREFIX = 'anamnesis.invalid/sealed-export/v1'


def check_files(files, manifest):
    named = manifest.get('files')
    if not isinstance(named, dict):
        fail('manifest', 'it names no files')
    for name in files:
        if name != 'manifest.txt' and name not in named:
            fail('files', name + ' is not in the manifest')
    for name, digest in named.items():
        if name not in files:
            fail('files', name + ' is missing')
        if sha256(files[name]).hex() != digest:
            fail('files', name + ' was altered')
    for name in ('events.ndjson', 'proof.txt', 'checkpoint.txt', 'key.txt'):
        if name not in named:
            fail('files', name + ' is missing')


def check_events(files, manifest, size, root):
    lines = lines_of(files['events.ndjson'], 'events')
    if len(lines) != manifest['events']:
        fail('events', 'their number is not that of the manifest')
    complete, before = manifest.get('complete') is True, 0
    positions = [parse_json(line, 'events').get('position') for line in lines]
    for at, position in enumerate(positions):
        if not is_whole(position, 1) or position > size:
            fail('events', 'line %d has no sealed position' % (at + 1))
        if position <= before:
            fail('events', 'position %d is out of order' % position)
        if complete and position != manifest['from'] + at:
            fail('events', 'position %d is missing' % (manifest['from'] + at))
        before = position
    if complete and manifest['from'] + len(lines) - 1 != manifest['to']:
        fail('events', 'positions up to %d are missing' % manifest['to'])
    leaves = [sha256(b'\x00', line.encode('utf-8')) for line in lines]
    proof = [unbase64(line, 'proof') for line in lines_of(files['proof.txt'], 'proof')]
    if any(len(one) != 32 for one in proof):
        fail('proof', 'a hash does not have 32 bytes')
    if root_of(size, [position - 1 for position in positions], leaves, proof) != root:
        fail('proof', 'the events are not those that were sealed')


# A certificate: its facts must be those of the three events of the erasure.
def facts_of(value, kind):
    texts = [value.get(name) for name in ('erasureId', 'subject', 'basis', 'requestedBy', 'confirmedBy', 'keyId')]
    effects, not_reached = value.get('effects'), value.get('notReached')
    if not all(isinstance(one, str) for one in texts) or not isinstance(effects, list) or not isinstance(not_reached, list):
        fail(kind, 'a fact of the erasure is missing')
    done = []
    for one in effects:
        place, count, effect = (one.get('place'), one.get('count'), one.get('effect')) if isinstance(one, dict) else (None, None, None)
        if not isinstance(place, str) or not is_whole(count, 0) or not isinstance(effect, str):
            fail(kind, 'an effect of the erasure is not stated')
        done.append([place, count, effect])
    if not all(isinstance(one, str) for one in not_reached):
        fail(kind, 'a place is not named')
    return texts + [done, not_reached]


STEPS = ('SubjectErasureRequested', 'SubjectErasureConfirmed', 'SubjectErased')
TIMES = ('requestedAt', 'confirmedAt', 'erasedAt')


def check_certificate(files):
    kind = 'certificate'
    certificate = parse_json(text(files['certificate.json'], kind), kind)
    events = [parse_json(line, 'events') for line in lines_of(files['events.ndjson'], 'events')]
    if len(events) != len(STEPS):
        fail(kind, 'its events are not those of one erasure')
    positions = certificate.get('positions')
    if not isinstance(positions, list) or len(positions) != len(STEPS):
        fail(kind, 'it names no events')
    stated = {}
    for at, event in enumerate(events):
        if event.get('type') != STEPS[at] or event.get('streamId') != events[0].get('streamId'):
            fail(kind, 'its events are not those of one erasure')
        if event.get('recordedAt') != certificate.get(TIMES[at]) or not is_whole(positions[at], 1) or event.get('position') != positions[at]:
            fail(kind, TIMES[at] + ' is not when it happened')
        stated = parse_json(event['data'] if isinstance(event.get('data'), str) else '', 'events')
        for name in ('erasureId', 'subject'):
            if stated.get(name) != certificate.get(name):
                fail(kind, 'an event states another ' + name)
    if facts_of(certificate, kind) != facts_of(stated, 'events'):
        fail(kind, 'it states something else than its events')
    return certificate


def verify(archive, trusted_key, known, witness=None):
    files = read_zip(archive)
    for name in ('manifest.txt', 'key.txt', 'checkpoint.txt'):
        if name not in files:
            fail('files', name + ' is missing')
    key = parse_key((text(files['key.txt'], 'key') if trusted_key is None else trusted_key).strip())
    origin, size, root = parse_checkpoint(open_note(text(files['checkpoint.txt'], 'checkpoint'), key, 'checkpoint'), 'checkpoint')
    body = open_note(text(files['manifest.txt'], 'manifest'), key, 'manifest').split('\n')
    if len(body) != 3 or body[0] != PREFIX:
        fail('manifest', 'it is not the manifest of an export')
    manifest = parse_json(body[1], 'manifest')
    if not is_whole(manifest.get('events'), 0) or not is_whole(manifest.get('from'), 1) or not is_whole(manifest.get('to'), 0):
        fail('manifest', 'its numbers are not whole')
    if manifest.get('checkpointSize') != size:
        fail('manifest', 'it belongs to another checkpoint')
    check_files(files, manifest)
    check_events(files, manifest, size, root)
    if ('certificate.json' in files) != (manifest.get('certifies') == 'erasure'):
        fail('certificate', 'the manifest and the files differ about it')
    certificate = check_certificate(files) if 'certificate.json' in files else None
    if known is not None:
        _, known_size, known_root = parse_checkpoint(open_note(known, key, 'known'), 'known')
        if known_size > size:
            fail('known', 'the export has an older checkpoint than the one that you know')
        if known_size == size and known_root != root:
            fail('known', 'the checkpoint contradicts the one that you know')
    if witness is not None:
        open_note(text(files['checkpoint.txt'], 'checkpoint'), parse_key(witness.strip(), WITNESS), 'witness')
    return manifest, origin, size, certificate


def main(arguments):
    options, names = {}, []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument in ('--key', '--known', '--witness'):
            options[argument[2:]] = rest.pop(0) if rest else None
        else:
            names.append(argument)
    if len(names) != 1:
        print('Usage: python3 verify.py <export.zip> [--key <verifier key>] [--known <checkpoint file>] [--witness <verifier key>]', file=sys.stderr)
        return 2
    try:
        known = None
        if options.get('known') is not None:
            with open(options['known'], 'rb') as file:
                known = text(file.read(), 'known')
        with open(names[0], 'rb') as file:
            manifest, origin, size, certificate = verify(file.read(), options.get('key'), known, options.get('witness'))
        span = 'every position from %d to %d' % (manifest['from'], manifest['to']) if manifest.get('complete') is True else 'a selection'
        if certificate is not None:
            span = 'certificate: %s was erased at %s' % (certificate['subject'], certificate['erasedAt'])
        countersigned = ', countersigned by the witness' if options.get('witness') is not None else ''
        print('OK %d events, %s, sealed by the checkpoint of %d events of %s%s' % (manifest['events'], span, size, origin, countersigned))
        return 0
    except Fault as fault:
        print('FAULT %s: %s' % (fault.kind, fault))
        return 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
