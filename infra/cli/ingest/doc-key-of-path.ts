import { docKeyOf } from '../../../domain/knowledge/doc-key.ts';
import type { SourceType } from '../../../domain/knowledge/source-type.ts';

/**
 * A document key of a whole path below the named folder. `docKeyOf` cuts the extension off; made part of the name it
 * stays, and tells `a.pdf` from `a.txt`.
 */
export const docKeyOfPath = (sourceType: SourceType, label: string): string =>
  docKeyOf(sourceType, `${label.replace(/\.([^./\\]*)$/, '-$1')}.file`);
