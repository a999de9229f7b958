import { execFileSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import { expect } from 'vitest'

/** Mounts a disk of a size such as `250m`, which anybody may write to. */
export function mountSmallDisk(directory: string, size: string): void {
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${size},mode=1777`, 'tmpfs', directory)
}

export function resizeSmallDisk(directory: string, size: string): void {
  asRoot('mount', '-o', `remount,size=${size}`, directory)
}

export function unmountSmallDisk(directory: string): void {
  asRoot('umount', '--lazy', directory)
}

/** Writes a file until the disk is full. */
export async function fillDisk(file: string): Promise<void> {
  const handle = await open(file, 'w')
  for (const size of [1 << 26, 1 << 12]) {
    const zeros = Buffer.alloc(size)
    try {
      for (;;) await handle.write(zeros)
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    }
  }
  await handle.close()
}

/** Only root can mount a small disk. Others need `sudo` without a password: a skipped test would not be missed. */
function asRoot(...command: string[]): void {
  const [program, ...args] = process.getuid?.() === 0 ? command : ['sudo', '--non-interactive', ...command]
  execFileSync(program!, args)
}
