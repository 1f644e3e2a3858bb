/** The part of the package that is used here; it comes without types. */
declare module 'fs-native-extensions' {
  /**
   * Locks `length` bytes of an open file from `offset` on, exclusively, for as long as that file is open: OFD locks on
   * Linux, `flock` or `LockFileEx` elsewhere. False when somebody else holds them; throws what the system says where
   * the file system does not support locks.
   */
  export function tryLock(fd: number, offset: number, length: number): boolean;
}
