import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from '@tegenzet/db'
import { verifyChecksum } from './archive.ts'

const NAME = /^tegenzet-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.tar$/

/** Without colons, which some file systems forbid. */
const nameAt = (at: Date): string => `tegenzet-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`

interface Kept {
  file: string
  at: Date
}

/** The backups in BACKUP_DIR that the server has made by itself. Other files there are left alone. */
export class KeptBackups {
  readonly #directory: string
  /** A checksum reads the whole file: once, unless it changes. */
  readonly #checked = new Map<string, boolean>()

  constructor(directory: string) {
    this.#directory = directory
  }

  fileAt(at: Date): string {
    makeDirectory(this.#directory)
    return join(this.#directory, nameAt(at))
  }

  /** @returns when the newest backup that is not damaged was made; null: there is none */
  async newestAt(): Promise<Date | null> {
    return (await this.#good(1))[0]?.at ?? null
  }

  /** Deletes whatever is older than the newest good ones. */
  async prune(keep: number): Promise<void> {
    const good = await this.#good(keep)
    const oldest = good.length < keep ? undefined : good.at(-1)
    if (!oldest) return
    for (const { file, at } of await this.#list()) if (at < oldest.at) await rm(file)
  }

  async #good(most: number): Promise<Kept[]> {
    const good: Kept[] = []
    for (const kept of await this.#list()) {
      if (good.length === most) break
      if (await this.#isGood(kept.file)) good.push(kept)
    }
    return good
  }

  /** Newest first. */
  async #list(): Promise<Kept[]> {
    const names = await readdir(this.#directory).catch(() => [])
    return names
      .flatMap((name) => {
        const [, day, ...time] = NAME.exec(name) ?? []
        return day ? [{ file: join(this.#directory, name), at: new Date(`${day}${time.join(':')}Z`) }] : []
      })
      .sort((a, b) => b.at.getTime() - a.at.getTime())
  }

  async #isGood(file: string): Promise<boolean> {
    const { size, mtimeMs } = await stat(file)
    const version = `${file}:${size}:${mtimeMs}`
    const known = this.#checked.get(version)
    if (known !== undefined) return known
    const isGood = await verifyChecksum(file).then(
      () => true,
      () => false,
    )
    this.#checked.set(version, isGood)
    return isGood
  }
}
