declare module 'fs-native-extensions' {
  /** Locks an open file exclusively, without waiting. @returns false if another descriptor has locked it */
  export function tryLock(descriptor: number): boolean
}
