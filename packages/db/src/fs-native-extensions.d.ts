declare module 'fs-native-extensions' {
  /** Locks an open file without waiting, exclusively by default. @returns false if another descriptor has locked it */
  export function tryLock(descriptor: number, options?: { shared?: boolean }): boolean
}
