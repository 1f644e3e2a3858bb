const whole = new Intl.NumberFormat();
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const short = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });

/** A count, with separators for thousands. */
export const countText = (count: number): string => whole.format(count);

/** US dollars. Small sums keep enough digits to differ from nothing. */
export const dollarText = (sum: number): string =>
  sum > 0 && sum < 0.01 ? `$${sum.toPrecision(2)}` : dollars.format(sum);

/** A share from 0 to 1 in percent. */
export const percentText = (share: number): string => percent.format(share);

/** A duration in the unit that keeps it short. */
export const durationText = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${short.format(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 120) return `${short.format(seconds)} s`;
  const minutes = seconds / 60;
  if (minutes < 120) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`;
};

/** A noun with its count: `1 event`, `2 events`. */
export const counted = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
