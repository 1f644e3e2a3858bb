import { getRouteApi } from '@tanstack/react-router';

/** The spans that figures are shown over. */
const spans = ['24h', '7d', '30d'] as const;
export type Span = (typeof spans)[number];

/** The filters of the sections, in the address, so that a view can be linked to. None can hold PHI. */
export type OperationsSearch = {
  readonly span?: Span | undefined;
  /** A month in UTC, e.g. `2026-11`. */
  readonly month?: string | undefined;
  readonly consumer?: string | undefined;
};

/** Reads the filters of an address; what makes no sense is left out. */
export const readOperationsSearch = ({
  span,
  month,
  consumer,
}: Record<string, unknown>): OperationsSearch => {
  const known = spans.find((one) => one === span);
  return {
    ...(known === undefined ? {} : { span: known }),
    ...(typeof month === 'string' && /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(month) ? { month } : {}),
    ...(typeof consumer === 'string' && /^[a-z0-9-]{1,64}$/.test(consumer) ? { consumer } : {}),
  };
};

const route = getRouteApi('/shell/operations/$section');

/** The filters in the address, and how to change them. */
export const useOperationsSearch = (): readonly [OperationsSearch, (next: OperationsSearch) => void] => {
  const search = route.useSearch();
  const { section } = route.useParams();
  const navigate = route.useNavigate();
  return [
    search,
    (next) =>
      void navigate({
        to: '/operations/$section',
        params: { section },
        search: { ...search, ...next },
        replace: true,
      }),
  ];
};
