/** A number of bytes in megabytes of a million each, as disks are sold. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
