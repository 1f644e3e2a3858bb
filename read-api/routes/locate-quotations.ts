import type { z } from 'zod';
import type { Citation } from '../../domain/consultation/citation.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { readLineRanges } from '../../domain/retrieval/line-ranges.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { VersionTextReader } from '../read-version-text.ts';
import {
  type citationRepresentation,
  toCitationRepresentation,
} from '../representations/citation-representation.ts';
import { quotedPages } from '../representations/quoted-pages.ts';
import { countUnlocated } from '../representations/unlocated-lines.ts';
import type { RouteRequest } from '../routing/define-route.ts';
import { openPage } from './open-page.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'commandServices' | 'pageImages'> & {
  readonly readText: VersionTextReader;
};
type Shown = z.input<typeof citationRepresentation>;
type PageImage = NonNullable<Shown['pageImages']>[number];

/**
 * The most pages of an answer to examine, and the time limit. An answer quotes five documents, a page or two of each.
 */
const MAX_PAGES = 30;
const MAX_MILLISECONDS = 5_000;

const reasonOf = (error: unknown, isLate: boolean): NonNullable<PageImage['notLocated']> => {
  if (isLate) return 'timeout';
  if (!(error instanceof Failure)) throw error;
  const { code } = error.reason;
  if (code === 'timeout') return 'timeout';
  return code === 'not_found' ? 'gone' : 'unavailable';
};

/**
 * Adds the positions of quoted lines to citations, computed now within limits. A line that cannot be located has a
 * reason; no failure here withholds the answer.
 */
export const locateQuotations = async (
  citations: readonly Citation[],
  services: Needs,
  request: RouteRequest,
): Promise<readonly Shown[]> => {
  const late = AbortSignal.timeout(MAX_MILLISECONDS);
  const signal = anySignal([request.signal, late]);
  let looked = 0;
  const locate = async (
    { docKey, version }: Citation,
    { page, highlights }: ReturnType<typeof quotedPages>[number],
    link: PageImage,
  ): Promise<PageImage> => {
    looked += 1;
    if (looked > MAX_PAGES) return { ...link, rectangles: [], notLocated: 'too-many' };
    if (late.aborted) return { ...link, rectangles: [], notLocated: 'timeout' };
    try {
      const { source, wanted, changed } = await openPage(
        services,
        { docKey, version, page },
        {
          highlights: highlights.map(({ lines, ...one }) => ({
            ...one,
            ...(lines ? { lines: readLineRanges(lines) } : {}),
          })),
        },
        request,
      );
      const { rectangles, unlocated, sheet, sheets } = await services.pageImages.locate(
        source,
        wanted,
        signal,
      );
      return {
        ...link,
        rectangles,
        unlocated: countUnlocated(unlocated, changed),
        ...omitUndefined({ sheet: sheets > 1 ? sheet : undefined }),
      };
    } catch (error) {
      if (request.signal.aborted) throw error;
      return { ...link, rectangles: [], notLocated: reasonOf(error, late.aborted) };
    }
  };
  const shown: Shown[] = [];
  // Sequentially: all pages of a document while it is open.
  for (const citation of citations) {
    const representation = toCitationRepresentation(citation);
    const { pageImages } = representation;
    if (pageImages === undefined) {
      shown.push(representation);
      continue;
    }
    const located: PageImage[] = [];
    for (const [at, quoted] of quotedPages(citation).entries()) {
      const link = pageImages[at];
      if (link !== undefined) located.push(await locate(citation, quoted, link));
    }
    shown.push({ ...representation, pageImages: located });
  }
  return shown;
};
