import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, status } from '@grpc/grpc-js';
import {
  ANY,
  EXISTS,
  type Expectation,
  NO_STREAM,
  type ProposedRecord,
  type WriteOutcome,
} from './kurrent-log.ts';
import type { KurrentRecord } from './kurrent-records.ts';

/** An error response of the server, with its status and trailers. */
export class CallError extends Error {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
  constructor(code: status, details: string, said: Readonly<Record<string, string>> = {}) {
    super(details);
    this.code = code;
    this.details = details;
    this.metadata = new Metadata();
    for (const [name, value] of Object.entries(said)) this.metadata.set(name, value);
  }
}

export const invalid = (details: string): CallError => new CallError(status.INVALID_ARGUMENT, details);
export const nameOf = (id: shared.StreamIdentifier | undefined): string => {
  const name = Buffer.from(id?.getStreamName_asU8() ?? []).toString('utf8');
  if (name === '') throw invalid('The name of a stream is missing.');
  return name;
};

/** The error for a handler failure outside the protocol. */
export const handlerError = (error?: unknown): CallError =>
  error instanceof CallError ? error : new CallError(status.UNKNOWN, 'Exception was thrown by handler.');

/** The response to a call on a deleted stream. */
export const streamDeleted = (stream: string): CallError =>
  new CallError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const expectationOf = (options: streams.AppendReq.Options): Expectation => {
  if (options.hasRevision()) return Number(options.getRevision());
  if (options.hasNoStream()) return NO_STREAM;
  if (options.hasAny()) return ANY;
  if (options.hasStreamExists()) return EXISTS;
  throw handlerError();
};

export const proposedOf = (message: streams.AppendReq.ProposedMessage): ProposedRecord => {
  const type = message.getMetadataMap().get('type');
  const contentType = message.getMetadataMap().get('content-type');
  if (!type || !contentType)
    throw new CallError(status.INVALID_ARGUMENT, 'Required Metadata Property is missing', {
      exception: 'missing-required-metadata-property',
      'required-metadata-properties': 'type,content-type',
    });
  const id = message.getId()?.getString() ?? '';
  if (!UUID.test(id)) throw handlerError();
  return {
    id: id.toLowerCase(),
    type,
    isJson: contentType === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

export const recordMessage = (record: KurrentRecord, ofAll: boolean): streams.ReadResp => {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(record.id);
  event.setId(id);
  const stream = new shared.StreamIdentifier();
  stream.setStreamName(Buffer.from(record.stream));
  event.setStreamIdentifier(stream);
  event.setStreamRevision(
    record.revision === Number.MAX_SAFE_INTEGER ? '9223372036854775807' : String(record.revision),
  );
  // A read of one stream does not report the positions of its events in $all.
  const place = ofAll ? String(record.commit) : '18446744073709551615';
  event.setCommitPosition(place);
  event.setPreparePosition(place);
  event
    .getMetadataMap()
    .set('type', record.type)
    .set('created', record.created)
    .set('content-type', record.isJson ? 'application/json' : 'application/octet-stream');
  event.setData(Buffer.from(record.data, 'base64'));
  event.setCustomMetadata(Buffer.from(record.metadata, 'base64'));
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(event);
  if (ofAll) read.setCommitPosition(String(record.commit));
  else read.setNoPosition(new shared.Empty());
  const response = new streams.ReadResp();
  response.setEvent(read);
  return response;
};

export const checkpointMessage = (commit: number): streams.ReadResp => {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(commit));
  checkpoint.setPreparePosition(String(commit));
  const response = new streams.ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
};

export const filterOf = (
  filter: streams.ReadReq.Options.FilterOptions,
): ((record: KurrentRecord) => boolean) => {
  if (!filter.hasMax() && !filter.hasCount()) throw invalid('The window of a filter is missing.');
  const expression = filter.getStreamIdentifier() ?? filter.getEventType();
  if (!expression) throw invalid('A filter without an expression.');
  const prefixes = expression.getPrefixList();
  const regex = expression.getRegex();
  if (prefixes.length === 0 && regex === '') throw invalid('A filter without a prefix.');
  const matches = (text: string): boolean =>
    regex === '' ? prefixes.some((prefix) => text.startsWith(prefix)) : new RegExp(regex).test(text);
  return (record) => matches(filter.hasStreamIdentifier() ? record.stream : record.type);
};

/** The response to an append that was stored, or had a wrong expectation. */
export const appendMessage = (
  header: streams.AppendReq.Options,
  outcome: Exclude<WriteOutcome, { readonly outcome: 'deleted' }>,
): streams.AppendResp => {
  const response = new streams.AppendResp();
  if (outcome.outcome === 'wrong') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.actual < 0) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.actual));
    if (header.hasRevision()) wrong.setExpectedRevision(header.getRevision());
    // Encoded as the largest number.
    else if (header.hasNoStream()) wrong.setExpectedRevision('18446744073709551615');
    else if (header.hasStreamExists()) wrong.setExpectedStreamExists(new shared.Empty());
    else wrong.setExpectedAny(new shared.Empty());
    response.setWrongExpectedVersion(wrong);
  } else {
    const success = new streams.AppendResp.Success();
    if (outcome.revision < 0) success.setNoStream(new shared.Empty());
    else success.setCurrentRevision(String(outcome.revision));
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(outcome.commit));
    position.setPreparePosition(String(outcome.commit));
    success.setPosition(position);
    response.setSuccess(success);
  }
  return response;
};
