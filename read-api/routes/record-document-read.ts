import type { Caller } from '../../commands/runtime/caller.ts';
import type { Disclosure } from '../../commands/runtime/disclosure.ts';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { HttpApiServices } from '../http-api-services.ts';

type DocumentRead = Extract<Disclosure, { type: 'DocumentRead' }>['data'];

/**
 * The part of a document that was read. A picture of a page or a figure is part `file`: the same content, drawn
 * instead of sent as bytes. Captions are part `text`.
 */
type ReadPart = Pick<DocumentRead, 'docKey' | 'version' | 'page' | 'part'> & { readonly phi: boolean };

/**
 * The `beforeDelivery` of each route that serves a document's content: it appends `DocumentRead` to the log before
 * the content is sent. If the append fails, the request fails and no content is sent.
 */
export const recordDocumentRead =
  (
    reader: Caller,
    { phi, ...data }: ReadPart,
    services: Pick<HttpApiServices, 'eventStore' | 'identity'>,
  ): (() => Promise<unknown>) =>
  () =>
    recordAccess(
      reader,
      { what: { type: 'DocumentRead', data }, subjects: [documentSubject(data.docKey)], phi },
      services,
    );
