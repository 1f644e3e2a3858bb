/** Types for the part of the package that is used here; it ships without any. */
declare module 'fs-native-extensions' {
  /**
   * Locks `length` bytes of an open file from `offset`, exclusively, while the file is open: OFD locks on Linux,
   * `flock` or `LockFileEx` elsewhere. Returns false when another open file holds the lock; throws the system's error
   * if the file system does not support locks.
   */
  export function tryLock(fd: number, offset: number, length: number): boolean;
}
