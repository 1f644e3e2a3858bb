import { type ActionIntent, askFor } from './action-intent.ts';
import type { Request } from './request-of.ts';
import { trimLooseEnds } from './time-phrase.ts';
import { trimEnds } from './trim-ends.ts';

const SEND = 'send_email';

const sending = /^(?:send|write|compose)\s+(?:an?\s+)?(?:e-?mail|mail)\b|^e-?mail\s+(?=[^\s@]{1,64}@)/i;
const address = /[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9.-]{0,189}\.[A-Za-z]{2,24}/g;
/** Copies and exceptions: recipients are not inferred from such a sentence. */
const isOfSome = /\b(?:b?cc|copy|copies|copying|not|except|excluding|without)\b/i;
const subjectAt = /\b(?:with (?:the |a )?)?subject(?: line)?:? /i;
const endOfSubject = /[,;]|\. |\b(?:saying|body|text|message|and say)\b/i;

/** The text after "subject": quoted, or up to the next part. */
const subjectIn = (text: string): string => {
  const found = subjectAt.exec(text);
  if (!found) return '';
  const rest = text.slice(found.index + found[0].length);
  const quoted = /^"([^"]{1,200})"/.exec(rest)?.[1];
  if (quoted !== undefined) return quoted;
  const end = endOfSubject.exec(rest);
  return trimLooseEnds((end ? rest.slice(0, end.index) : rest).slice(0, 200));
};

const bodyIn =
  /\b(?:saying|(?:with (?:the )?)?(?:body|text|message):?|and say|that says)\s+(?:that\s+)?(?:"([^"]{1,900})"|(.{1,900}))$/i;

/** "Send an e-mail to lab@example.org, subject Potassium, saying please repeat it." */
export const readSendEmail = ({ text, isQuestion }: Request): ActionIntent | undefined => {
  if (isQuestion || !sending.test(text)) return undefined;
  const body = bodyIn.exec(text);
  const head = body ? text.slice(0, body.index) : text;
  const recipients = head.slice(0, subjectAt.exec(head)?.index);
  if (isOfSome.test(recipients))
    return askFor(
      SEND,
      'Which addresses should receive the e-mail? Copies and exceptions are not inferred from a sentence: please list only the recipients.',
    );
  const to = [...new Set((head.match(address) ?? []).map((one) => trimEnds(one, '.-')))];
  const said = {
    to,
    subject: subjectIn(head),
    body: (body?.[1] ?? body?.[2] ?? '').trim(),
  };
  const missing = [
    ...(to.length === 0 ? ["the recipient's address"] : []),
    ...(said.subject === '' ? ['"subject" and its text'] : []),
    ...(said.body === '' ? ['"saying" and the message'] : []),
  ];
  return missing.length > 0
    ? askFor(SEND, `For the e-mail, please give ${missing.join(', then ')}.`)
    : { kind: 'call', tool: SEND, arguments: said };
};

const searching =
  /^(?:search|look (?:in|through)|find in)\s+(?:in\s+|through\s+)?my\s+(?:e-?mails?|mails?|inbox|mailbox)\s+for\s+(.{1,200})$/i;

/** "Search my mail for the duty roster." */
export const readSearchEmail = ({ text }: Request): ActionIntent | undefined => {
  const query = trimLooseEnds((searching.exec(text)?.[1] ?? '').replace(/[?"]/g, ''));
  return query === '' ? undefined : { kind: 'call', tool: 'search_email', arguments: { query } };
};
