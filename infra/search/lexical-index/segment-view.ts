import { chunkIdOf, docKeyOfChunk } from '../../../domain/retrieval/passage.ts';

/** A row of `lexical_documents`. */
type PlacedDocument = {
  readonly unit: number;
  readonly docKey: string;
  readonly version: number;
  /** Slot of the first passage, within the unit. */
  readonly firstSlot: number;
  readonly slots: number;
  readonly live: boolean;
  /** Number of terms in each passage, as little-endian 32-bit integers. */
  readonly lengths: Uint8Array;
};

/**
 * A node's view of the passages in segments: about 12 bytes per passage and 250 per document. Slots and
 * owners are local numbers, assigned as units arrive and never reused.
 */
export type SegmentView = {
  /** Adds a unit; units must arrive in ascending order. */
  readonly addUnit: (unit: number, slots: number) => void;
  readonly addDocument: (document: PlacedDocument) => void;
  /** Hides a document from searches. */
  readonly withdraw: (docKey: string) => void;
  /** Removes units. Returns the keys of their documents that were still searchable. */
  readonly removeUnits: (units: ReadonlySet<number>) => readonly string[];
  /** Sets the segment of each unit. */
  readonly placeUnits: (segmentOf: ReadonlyMap<number, number>) => void;
  readonly units: () => Iterable<number>;
  readonly lastUnit: () => number;
  readonly segments: () => ReadonlySet<number>;
  /** Slot of the first passage of a unit; -1 for an unknown unit. */
  readonly offsetOf: (unit: number) => number;
  /** True when some passage of the segment has been withdrawn. */
  readonly hasWithdrawn: (segment: number) => boolean;
  /** Number of withdrawals so far. */
  readonly withdrawals: () => number;
  readonly passages: () => number;
  readonly totalLength: () => number;
  /** By slot. */
  readonly lengths: () => Uint32Array;
  /** By slot; 0 means no owner. */
  readonly ownerOf: () => Uint32Array;
  readonly slots: () => number;
  readonly owners: () => number;
  /** Live passages of a document; 0 when it was withdrawn. */
  readonly passagesOf: (owner: number) => number;
  readonly isLive: (slot: number) => boolean;
  readonly ownerOfDocument: (docKey: string) => number | undefined;
  readonly docKeyOf: (owner: number) => string;
  readonly versionOf: (owner: number) => number;
  readonly chunkIdOf: (slot: number) => string;
  /** Undefined when the passage was withdrawn. */
  readonly slotOf: (chunkId: string) => number | undefined;
  readonly segmentOf: (slot: number) => number;
  readonly docKeys: () => Iterable<string>;
  /** True when so few passages are live that the view should be reloaded. */
  readonly isMostlyGone: () => boolean;
};

/** Below this many slots, half a megabyte, dead ones do not matter. */
const FEW_SLOTS = 65_536;

const grown = (from: Uint32Array, size: number): Uint32Array<ArrayBuffer> => {
  const to = new Uint32Array(Math.max(size, from.length * 2));
  to.set(from);
  return to;
};

type Owner = {
  readonly docKey: string;
  readonly version: number;
  readonly first: number;
  readonly slots: number;
  readonly unit: number;
};

/** Number of terms in all passages of an owner. */
const lengthOf = ({ first, slots }: Owner, lengths: Uint32Array): number => {
  let sum = 0;
  for (let slot = first; slot < first + slots; slot += 1) sum += lengths[slot] ?? 0;
  return sum;
};

const chunkNumber = /#(\d+)$/;

/** Creates an empty view. */
export const createSegmentView = (): SegmentView => {
  let lengths: Uint32Array<ArrayBufferLike> = new Uint32Array(1024);
  let ownerOf: Uint32Array<ArrayBufferLike> = new Uint32Array(1024);
  let slots = 0;
  let lastUnit = 0;
  let passages = 0;
  let totalLength = 0;
  let withdrawals = 0;
  /** Index 0 means no owner. */
  const owners: (Owner | undefined)[] = [undefined];
  const ownerByKey = new Map<string, number>();
  const offsets = new Map<number, number>();
  const sizes = new Map<number, number>();
  let segmentByUnit: ReadonlyMap<number, number> = new Map();
  let segments = new Set<number>();
  /** Units with a withdrawn document. */
  const withdrawnUnits = new Set<number>();
  let withdrawnSegments = new Set<number>();

  const note = (unit: number): void => {
    withdrawals += 1;
    withdrawnUnits.add(unit);
    const segment = segmentByUnit.get(unit);
    if (segment !== undefined) withdrawnSegments.add(segment);
  };

  const withdraw = (docKey: string): void => {
    const at = ownerByKey.get(docKey);
    const owner = at === undefined ? undefined : owners[at];
    if (at === undefined || owner === undefined) return;
    passages -= owner.slots;
    totalLength -= lengthOf(owner, lengths);
    ownerByKey.delete(docKey);
    owners[at] = undefined;
    note(owner.unit);
  };

  const ownerAt = (slot: number): Owner | undefined => owners[ownerOf[slot] ?? 0];

  return {
    addUnit: (unit, count) => {
      offsets.set(unit, slots);
      sizes.set(unit, count);
      slots += count;
      lastUnit = Math.max(lastUnit, unit);
      if (slots > lengths.length) {
        lengths = grown(lengths, slots);
        ownerOf = grown(ownerOf, slots);
      }
    },
    addDocument: ({ unit, docKey, version, firstSlot, slots: count, live, lengths: bytes }) => {
      const offset = offsets.get(unit);
      if (offset === undefined) return;
      if (!live) {
        note(unit);
        return;
      }
      withdraw(docKey);
      const owner = { docKey, version, first: offset + firstSlot, slots: count, unit };
      const at = owners.push(owner) - 1;
      ownerByKey.set(docKey, at);
      const given = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let place = 0; place < count; place += 1) {
        ownerOf[owner.first + place] = at;
        lengths[owner.first + place] =
          place * 4 + 4 <= bytes.byteLength ? given.getUint32(place * 4, true) : 0;
      }
      passages += count;
      totalLength += lengthOf(owner, lengths);
    },
    withdraw,
    removeUnits: (gone) => {
      const held = owners.flatMap((owner) => (owner && gone.has(owner.unit) ? [owner.docKey] : []));
      for (const docKey of held) withdraw(docKey);
      for (const unit of gone) {
        offsets.delete(unit);
        sizes.delete(unit);
        withdrawnUnits.delete(unit);
      }
      return held;
    },
    placeUnits: (segmentOf) => {
      segmentByUnit = segmentOf;
      segments = new Set(segmentOf.values());
      withdrawnSegments = new Set([...withdrawnUnits].flatMap((unit) => segmentOf.get(unit) ?? []));
    },
    units: () => offsets.keys(),
    lastUnit: () => lastUnit,
    segments: () => segments,
    offsetOf: (unit) => offsets.get(unit) ?? -1,
    hasWithdrawn: (segment) => withdrawnSegments.has(segment),
    withdrawals: () => withdrawals,
    passages: () => passages,
    totalLength: () => totalLength,
    lengths: () => lengths,
    ownerOf: () => ownerOf,
    slots: () => slots,
    owners: () => owners.length,
    passagesOf: (owner) => owners[owner]?.slots ?? 0,
    isLive: (slot) => ownerAt(slot) !== undefined,
    ownerOfDocument: (docKey) => ownerByKey.get(docKey),
    docKeyOf: (owner) => owners[owner]?.docKey ?? '',
    versionOf: (owner) => owners[owner]?.version ?? 0,
    chunkIdOf: (slot) => {
      const owner = ownerAt(slot);
      return owner ? chunkIdOf(owner.docKey, owner.version, slot - owner.first) : '';
    },
    slotOf: (chunkId) => {
      const owner = owners[ownerByKey.get(docKeyOfChunk(chunkId)) ?? 0];
      const index = Number(chunkNumber.exec(chunkId)?.[1] ?? -1);
      if (!owner || index < 0 || index >= owner.slots) return undefined;
      return chunkIdOf(owner.docKey, owner.version, index) === chunkId ? owner.first + index : undefined;
    },
    segmentOf: (slot) => segmentByUnit.get(ownerAt(slot)?.unit ?? -1) ?? -1,
    docKeys: () => ownerByKey.keys(),
    isMostlyGone: () => slots > FEW_SLOTS && passages * 2 < slots,
  };
};
