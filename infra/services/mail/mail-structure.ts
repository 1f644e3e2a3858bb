import type { MessageStructureObject } from 'imapflow';
import { externalText } from '../../../domain/consultation/sources/external-text.ts';
import type { FoundMail } from '../../../ports/mailbox.ts';

/** Attachments listed per mail. */
const MAX_ATTACHMENTS = 20;

/** The leaf parts of a mail; a mail inside a mail counts as one part. */
const leavesOf = (node: MessageStructureObject): readonly MessageStructureObject[] =>
  node.childNodes === undefined || node.type.toLowerCase() === 'message/rfc822'
    ? [node]
    : node.childNodes.flatMap(leavesOf);

const nameOf = ({ dispositionParameters, parameters }: MessageStructureObject): string =>
  dispositionParameters?.filename ?? parameters?.name ?? '';

const isText = (node: MessageStructureObject): boolean =>
  /^text\/(?:plain|html)$/i.test(node.type) &&
  node.disposition?.toLowerCase() !== 'attachment' &&
  nameOf(node) === '';

/** Finds the part with the text of a mail, preferring plain text to HTML. */
export const textPartOf = (
  structure: MessageStructureObject,
): { readonly part: string; readonly isHtml: boolean } | undefined => {
  const texts = leavesOf(structure).filter(isText);
  const chosen = texts.find(({ type }) => type.toLowerCase() === 'text/plain') ?? texts[0];
  return chosen && { part: chosen.part ?? '1', isHtml: chosen.type.toLowerCase() === 'text/html' };
};

/** Lists the attachments of a mail, including inline images. */
export const attachmentsOf = (structure: MessageStructureObject): FoundMail['attachments'] =>
  leavesOf(structure)
    .filter((node) => !isText(node))
    .slice(0, MAX_ATTACHMENTS)
    .map((node) => ({
      name: externalText(nameOf(node), 200),
      mimeType: externalText(node.type.toLowerCase(), 100),
      size: Math.max(0, Math.trunc(node.size ?? 0)),
    }));
