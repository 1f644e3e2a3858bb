import { Parser } from 'htmlparser2';
import { unreadableFile } from '../unreadable-file.ts';

/** Receives a part element by element. Names come without prefixes. */
export type XmlEvents = {
  readonly open: (name: string, attribute: (name: string) => string | undefined) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
};

/** Deeper than sheet cells or shared strings are. */
const deepest = 100;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses a part of an Office file as a stream of events: a tree of a large sheet would need fifty times its size.
 *
 * @throws Failure `file_damaged` for a truncated part, `nested_too_deep`
 */
export const readXmlEvents = (bytes: Uint8Array, { open, close, text }: XmlEvents): void => {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > deepest) throw unreadableFile('nested_too_deep');
        open(local(name), (wanted) => attributes[wanted]);
      },
      onclosetag: (name) => {
        depth -= 1;
        close(local(name));
      },
      ontext: text,
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new TextDecoder();
  const step = 256 * 1024;
  for (let at = 0; at < bytes.length; at += step)
    parser.write(decoder.decode(bytes.subarray(at, at + step), { stream: true }));
  // `end` closes the elements that are still open, so the depth must be read first.
  const isCut = depth > 0;
  parser.end();
  if (isCut) throw unreadableFile('file_damaged');
};
