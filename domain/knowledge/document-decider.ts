import type { Decider, Decision } from '../kernel/decider.ts';
import type { EventOf } from '../kernel/event-definition.ts';
import { refuse } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { ok } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import { documentNameOf } from './doc-key.ts';
import type { DocumentEvent, documentVersionAdded } from './document-events.ts';
import type { DocumentFormat } from './document-format.ts';
import type { DocumentMetadata } from './document-metadata.ts';

/** Ingests a file. `jobId` names the indexing job to start if this makes a new version. */
type IngestDocument = {
  readonly type: 'IngestDocument';
  readonly docKey: string;
  readonly jobId: string;
  /** The address of the stored file: SHA-256 of its sealed bytes. */
  readonly contentHash: string;
  /** SHA-256 of the file itself. */
  readonly contentDigest: string;
  /** Bytes. */
  readonly size: number;
  readonly format: DocumentFormat;
  readonly fileName: string;
  readonly metadata: DocumentMetadata;
  /** The members of the metadata that have a default because the uploader gave none. */
  readonly notGiven?: readonly ('specialty' | 'containsPhi')[];
  /** The job that failed with no retry left, and its reason: the same file then makes a new version. */
  readonly failedForGood?: FailedForGood | undefined;
  /** The file replaces the previous version, however little they have in common. */
  readonly replace?: true | undefined;
  /** The key was derived from the file's name, so it must not belong to a document of another name. */
  readonly keyIsOfName?: boolean;
};
export type FailedForGood = { readonly jobId: string; readonly reason: string };

/** Removes all versions so far from search. */
type WithdrawDocument = {
  readonly type: 'WithdrawDocument';
  readonly docKey: string;
  readonly reason: string;
};

/** Reads the file of a version again, as a new version that replaces it once complete. */
type RereadDocument = {
  readonly type: 'RereadDocument';
  /** The version whose file is read again. */
  readonly of: EventOf<typeof documentVersionAdded>['data'];
  /** The newest version at the time of the decision. */
  readonly after: number;
  readonly jobId: string;
  readonly runId: string;
};

export type DocumentCommand = IngestDocument | RereadDocument | WithdrawDocument;

/** The facts about a version that the next command needs. */
type DocumentVersion = {
  readonly version: number;
  readonly jobId: string;
  /** SHA-256 of the file itself. */
  readonly contentDigest: string;
  readonly format: DocumentFormat;
  readonly metadata: DocumentMetadata;
  readonly replace?: true | undefined;
};

/** `withdrawnThrough` is the last withdrawn version, 0 when none ever was. */
export type DocumentState =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'live' | 'withdrawn';
      readonly latest: DocumentVersion;
      /** Names of its files, each once, newest last. */
      readonly names: readonly string[];
      readonly withdrawnThrough: number;
    };

type KnownDocument = Exclude<DocumentState, { status: 'unknown' }>;

/** True when the file has the bytes of the latest version, to be read in the same format. */
const isSameFile = (command: IngestDocument, { latest }: KnownDocument): boolean =>
  command.contentDigest === latest.contentDigest && command.format === latest.format;

/**
 * The metadata to record. A file that is sent again keeps what is not given with it: an uploader who only repeats an upload,
 * or changes one property, does not mean to empty the others.
 */
export const metadataToRecord = (command: IngestDocument, state: DocumentState): DocumentMetadata => {
  const { metadata, notGiven = [] } = command;
  if (state.status === 'unknown' || !isSameFile(command, state)) return metadata;
  const { metadata: known } = state.latest;
  return {
    ...known,
    ...omitUndefined(metadata),
    ...(notGiven.includes('specialty') ? { specialty: known.specialty } : {}),
    ...(notGiven.includes('containsPhi') ? { containsPhi: known.containsPhi } : {}),
  };
};

/**
 * True when the file equals the latest live version. The format counts: the same bytes read in another format give
 * another text. The file name does not: it is not content.
 */
const isUnchanged = (command: IngestDocument, state: KnownDocument): boolean =>
  state.status === 'live' &&
  isSameFile(command, state) &&
  sameData(metadataToRecord(command, state), state.latest.metadata) &&
  // `replace` may be new: the previous version may have been refused without it.
  (command.replace === undefined || state.latest.replace === true);

/** The most names remembered; more come from a program that names each version differently. */
const MAX_NAMES = 100;

const withName = (names: readonly string[], fileName: string): readonly string[] => {
  const name = documentNameOf(fileName);
  return [...names.filter((known) => known !== name), name].slice(-MAX_NAMES);
};

/** True when one of the document's files had this name, ignoring the extension. */
export const hasFileNamed = (state: KnownDocument, fileName: string): boolean =>
  state.names.includes(documentNameOf(fileName));

const ingest = (command: IngestDocument, state: DocumentState): Decision<DocumentEvent> => {
  const { type: _, notGiven: _notGiven, failedForGood, keyIsOfName = false, replace, ...named } = command;
  const file = { ...named, metadata: metadataToRecord(command, state), ...(replace ? { replace } : {}) };
  if (keyIsOfName && state.status !== 'unknown' && !hasFileNamed(state, file.fileName))
    return refuse('conflict', 'Another document took this key in the meantime. Send the file again.');
  const isUseless = state.status !== 'unknown' && failedForGood?.jobId === state.latest.jobId;
  const unchanged = state.status !== 'unknown' && isUnchanged(command, state);
  if (unchanged && !isUseless) return ok([]);
  if (state.status === 'unknown')
    return ok([{ type: 'DocumentVersionAdded', data: { ...file, version: 1 } }]);
  const { version, jobId } = state.latest;
  return ok([
    {
      type: 'DocumentVersionAdded',
      data: {
        ...file,
        version: version + 1,
        replaces: { version, jobId },
        ...(unchanged && failedForGood ? { afterFailure: failedForGood } : {}),
      },
    },
  ]);
};

/** Records nothing when the document has a newer version: the current reader reads that one anyway. */
const reread = (command: RereadDocument, state: DocumentState): Decision<DocumentEvent> => {
  if (state.status !== 'live' || state.latest.version !== command.after) return ok([]);
  const { of, jobId, runId } = command;
  const { docKey, contentHash, contentDigest, size, format, fileName, metadata } = of;
  return ok([
    {
      type: 'DocumentVersionAdded',
      data: {
        docKey,
        contentHash,
        ...omitUndefined({ contentDigest }),
        size,
        format,
        fileName,
        metadata,
        version: command.after + 1,
        jobId,
        replaces: { version: command.after, jobId: state.latest.jobId },
        reread: { version: of.version, runId },
      },
    },
  ]);
};

const withdraw = (command: WithdrawDocument, state: DocumentState): Decision<DocumentEvent> => {
  if (state.status === 'unknown') return refuse('not_found', 'There is no document with this key.');
  if (state.status === 'withdrawn') return refuse('rule_violated', 'The document is already withdrawn.');
  const { docKey, reason } = command;
  return ok([{ type: 'DocumentWithdrawn', data: { docKey, throughVersion: state.latest.version, reason } }]);
};

/**
 * The versions of one document. Reading a file again also makes a version, of the same file. Ingesting the latest
 * version again changes nothing; ingesting it after a withdrawal, with other metadata, or after its indexing has failed
 * for good makes a new version.
 */
export const documentDecider: Decider<DocumentCommand, DocumentEvent, DocumentState> = {
  initialState: { status: 'unknown' },
  decide: (command, state) => {
    switch (command.type) {
      case 'IngestDocument':
        return ingest(command, state);
      case 'RereadDocument':
        return reread(command, state);
      case 'WithdrawDocument':
        return withdraw(command, state);
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'DocumentVersionAdded': {
        const {
          version,
          jobId,
          contentHash,
          contentDigest = contentHash,
          format,
          metadata,
          fileName,
          replace,
        } = event.data;
        return {
          status: 'live',
          latest: { version, jobId, contentDigest, format, metadata, ...(replace ? { replace } : {}) },
          names: withName(state.status === 'unknown' ? [] : state.names, fileName),
          withdrawnThrough: state.status === 'unknown' ? 0 : state.withdrawnThrough,
        };
      }
      case 'DocumentWithdrawn':
        return state.status === 'unknown'
          ? state
          : { ...state, status: 'withdrawn', withdrawnThrough: event.data.throughVersion };
    }
  },
};
