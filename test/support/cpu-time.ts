/** Milliseconds of processor time that some work costs this process, independent of other load on the machine. */
export const cpuTimeOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
