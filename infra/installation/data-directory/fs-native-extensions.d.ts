/** The part of the package that is used here; it brings no types of its own. */
declare module 'fs-native-extensions' {
  /**
   * Locks `length` bytes of an open file from `offset` on, exclusively, for as long as that file is open: OFD locks on
   * Linux, `flock` or `LockFileEx` elsewhere. False when somebody else holds them; throws what the system says where
   * the file system knows no locks.
   */
  export function tryLock(fd: number, offset: number, length: number): boolean;
}
