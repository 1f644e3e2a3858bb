const withZone = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
});
const zoneNames = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short', hour: 'numeric' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

const zoneAt = (date: Date): string =>
  zoneNames.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** An instant in words, in the person's own time zone, which is named. */
export const momentText = (instant: string): string => {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : `${withZone.format(date)} ${zoneAt(date)}`;
};

/** An instant (ISO 8601) in the person's own time zone, which is named. */
export const Moment = ({ at }: { readonly at: string }) => {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>{at}</span>;
  return (
    <time dateTime={at} title={exact.format(date)}>
      {momentText(at)}
    </time>
  );
};
