import { type ReactNode, useEffect } from 'react';

type PageTitleProps = {
  /** A constant of the page: titles of windows are kept in histories, so they name no patient and no document. */
  readonly children: string;
  readonly className?: string | undefined;
  readonly aside?: ReactNode;
};

/** The heading of a page, which also names the window. */
export const PageTitle = ({ children, className, aside }: PageTitleProps) => {
  useEffect(() => {
    document.title = `${children} · Anamnesis`;
  }, [children]);
  return (
    <h1 className={className}>
      {children}
      {aside}
    </h1>
  );
};
