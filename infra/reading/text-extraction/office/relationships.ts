import { posix } from 'node:path';
import { loadXml } from '../markup/load-xml.ts';

/** A reference from a part of an Office file. */
export type Relationship = {
  /** The last segment of the type's URI, such as `slide` or `image`. */
  readonly type: string;
  /** The name of the part, or the address of an external target. */
  readonly target: string;
  readonly isOutside: boolean;
};

/** Returns the name of the part that holds the relationships of another (ECMA-376, part 2, 6.5.4). */
const relationshipsPartOf = (name: string): string =>
  posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`);

/** Reads the relationships of a part, by id. */
export const relationshipsOf = (
  parts: ReadonlyMap<string, Uint8Array>,
  name: string,
): ReadonlyMap<string, Relationship> => {
  const part = parts.get(relationshipsPartOf(name));
  if (part === undefined) return new Map();
  const $ = loadXml(Buffer.from(part).toString('utf8'));
  return new Map(
    $('Relationship')
      .toArray()
      .map(({ attribs: { Id = '', Target = '', Type = '', TargetMode } }) => [
        Id,
        {
          type: Type.slice(Type.lastIndexOf('/') + 1),
          target: Target.startsWith('/')
            ? Target.slice(1)
            : posix.normalize(posix.join(posix.dirname(name), Target)),
          isOutside: TargetMode === 'External',
        },
      ]),
  );
};

/** Returns the internal part of a type that another part refers to. */
export const relatedPart = (
  relationships: ReadonlyMap<string, Relationship>,
  type: string,
): string | undefined =>
  [...relationships.values()].find((one) => one.type === type && !one.isOutside)?.target;
