import { Parser } from 'htmlparser2';
import { unreadableFile } from '../unreadable-file.ts';

/** Receives a part element by element. Names are without their prefixes. */
export type XmlEvents = {
  readonly open: (name: string, attribute: (name: string) => string | undefined) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
};

/** Deeper than the cells of a sheet or the entries of a table are. */
const deepest = 100;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads a part of an Office file element by element: a tree of a large sheet would take fifty times its size.
 *
 * @throws Failure `file_damaged` for one that is cut off, `nested_too_deep`
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
  // The parser closes what is open at the end.
  const isCut = depth > 0;
  parser.end();
  if (isCut) throw unreadableFile('file_damaged');
};
