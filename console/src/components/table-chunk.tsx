import { type ReactNode, useEffect, useRef, useState } from 'react';

type TableChunkProps = {
  readonly columns: number;
  readonly children: ReactNode;
};

/** How far from the window rows are kept ready, so that scrolling shows no gaps. */
const MARGIN = '1500px 0px';

/**
 * Some rows of a long table, which are in the page only while they are near the window; a space of their height stands
 * for them otherwise. Rows that hold the focus stay.
 */
export const TableChunk = ({ columns, children }: TableChunkProps) => {
  const body = useRef<HTMLTableSectionElement>(null);
  /** The height of the rows while they are away. */
  const [away, setAway] = useState<number>();
  useEffect(() => {
    const element = body.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // While the page was busy several may have come together: the last says how it is now.
        const entry = entries.at(-1);
        if (entry === undefined) return;
        if (entry.isIntersecting) setAway(undefined);
        else if (!element.contains(document.activeElement)) setAway(element.getBoundingClientRect().height);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <tbody ref={body}>
      {away === undefined ? (
        children
      ) : (
        <tr>
          <td colSpan={columns} style={{ height: away, padding: 0, border: 0 }} />
        </tr>
      )}
    </tbody>
  );
};
