/** Milliseconds of the processor that some work of this process takes: what else runs on the machine does not count. */
export const cpuTimeOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
