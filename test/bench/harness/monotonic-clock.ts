/** Milliseconds of the system's monotonic clock, which all processes of a machine share on Linux and macOS. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;
