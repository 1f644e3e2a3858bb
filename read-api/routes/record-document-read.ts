import type { Caller } from '../../commands/runtime/caller.ts';
import type { Disclosure } from '../../commands/runtime/disclosure.ts';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { HttpApiServices } from '../http-api-services.ts';

type DocumentRead = Extract<Disclosure, { type: 'DocumentRead' }>['data'];

/**
 * What is read of a document. A picture of a page or a figure is part `file`: the same content as the file, drawn
 * instead of sent as bytes. Captions are part `text`.
 */
type ReadPart = Pick<DocumentRead, 'docKey' | 'version' | 'page' | 'part'> & { readonly phi: boolean };

/**
 * The `beforeDelivery` of each route that serves the content of a document: it appends `DocumentRead` to the log, and the
 * content is sent only after that. When the append fails the request fails with it, and nothing of the content is sent.
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
