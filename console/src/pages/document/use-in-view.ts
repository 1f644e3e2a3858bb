import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has come into view: what is far below need not be loaded yet. */
export const useInView = <Shown extends Element>(): [RefObject<Shown | null>, boolean] => {
  const ref = useRef<Shown>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isSeen];
};
