import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { itemAt } from '@tegenzet/common'
import type { FastifyBaseLogger } from 'fastify'
import { APP, type WebClient } from './web-client.ts'

interface Build {
  name: string
  /** When a server first ran it instead of another. */
  since: Date
}

interface KeptScripts {
  /** The folders of earlier builds, as `WebClient.files`, the latest first. */
  earlier: string[]
  /** Resolves when the scripts of this build are kept too. Never rejects. */
  kept: Promise<void>
}

/** For so long after an update, pages that were open before it find the scripts that they have not loaded yet. */
const KEPT_MS = 24 * 3_600_000
const PART = '.part-'
const SCRIPTS = join(APP, 'immutable')

/**
 * Finds the scripts of the builds that ran before, and keeps those of this one for the next: an update removes them from
 * where the server is installed. They are in `DATA_DIR/web/BUILD`, whose modification time is when the build took over.
 */
export async function keepScripts(
  { build, files }: WebClient,
  { dataDir, now, log }: { dataDir: string; now: Date; log: FastifyBaseLogger },
): Promise<KeptScripts> {
  const folder = join(dataDir, 'web')
  const warn = (error: unknown) =>
    log.warn(
      { err: error },
      'the scripts of this build are not kept: pages that stay open may have to be reloaded',
    )
  try {
    await mkdir(folder, { recursive: true })
    const found = await readBuilds(folder)
    const runsAlready = found[0]?.name === build
    const builds = runsAlready
      ? found
      : [{ name: build, since: now }, ...found.filter(({ name }) => name !== build)]
    /** Each was replaced when the one before it in the list took over. */
    const isNeeded = (_: Build, index: number) =>
      index === 0 || now.getTime() - itemAt(builds, index - 1).since.getTime() < KEPT_MS
    const needed = new Set(builds.filter(isNeeded).map(({ name }) => name))
    for (const { name } of builds) if (!needed.has(name)) await rm(join(folder, name), { recursive: true })
    const own = join(folder, build)
    const isKept = found.some(({ name }) => name === build)
    if (isKept && !runsAlready) await utimes(own, now, now)
    return {
      earlier: [...needed].slice(1).map((name) => join(folder, name)),
      kept: isKept ? Promise.resolve() : keep(files, own, now).catch(warn),
    }
  } catch (error) {
    warn(error)
    return { earlier: [], kept: Promise.resolve() }
  }
}

/** The latest first. */
async function readBuilds(folder: string): Promise<Build[]> {
  const names = (await readdir(folder)).filter((name) => !name.includes(PART))
  const builds = await Promise.all(
    names.map(async (name) => ({ name, since: (await stat(join(folder, name))).mtime })),
  )
  return builds.sort((a, b) => b.since.getTime() - a.since.getTime())
}

/** The folder appears when it is whole. Compressed copies are left out: few requests ask for a build that has been replaced. */
async function keep(files: string, own: string, now: Date): Promise<void> {
  const part = `${own}${PART}${process.pid}`
  const entries = await readdir(join(files, SCRIPTS), { recursive: true, withFileTypes: true })
  const scripts = entries.filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
  const made = new Set<string>()
  for (const { parentPath, name } of scripts) {
    const from = join(parentPath, name)
    const to = join(part, from.slice(files.length))
    if (!made.has(parentPath)) {
      await mkdir(dirname(to), { recursive: true })
      made.add(parentPath)
    }
    // a link takes no room, but not between file systems
    await link(from, to).catch(() => copyFile(from, to))
  }
  await utimes(part, now, now)
  await rename(part, own).catch(() => rm(part, { recursive: true }))
}
