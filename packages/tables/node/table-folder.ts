import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  headerLength,
  openTable,
  PREFIX_LENGTH,
  readHeader,
  type Table,
  type TableGroup,
  type TableHeader,
} from '../src/index.ts'

/** Folders with tables: the one that ships with the project first, then those that a host has built. */
export type TableFolders = readonly string[]

/** Where a set's file lies in a folder. */
export const tablePath = (folder: string, group: TableGroup, w: number, b: number): string =>
  join(folder, group.id, `${w}-${b}.table`)

/** A set's file and its header. */
interface FoundTable {
  path: string
  header: TableHeader
  headerLength: number
}

/**
 * Finds the file of a set in the first folder that has one; null if there is none.
 * @throws UnusableTable if its header is damaged, or it was made for other rules
 */
export async function findTable(
  folders: TableFolders,
  group: TableGroup,
  w: number,
  b: number,
): Promise<FoundTable | null> {
  for (const folder of folders) {
    const path = tablePath(folder, group, w, b)
    const found = await readTableHeader(path, group)
    if (found) return found
  }
  return null
}

async function readTableHeader(path: string, group: TableGroup): Promise<FoundTable | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return null
  try {
    const prefix = new Uint8Array(PREFIX_LENGTH)
    await file.read(prefix, 0, PREFIX_LENGTH, 0)
    const length = headerLength(prefix)
    const whole = new Uint8Array(PREFIX_LENGTH + length)
    await file.read(whole, 0, whole.length, 0)
    return { path, header: readHeader(whole, group.fingerprint), headerLength: length }
  } finally {
    await file.close()
  }
}

/** Reads a whole set into memory; null if no folder has it. */
export async function loadTable(
  folders: TableFolders,
  group: TableGroup,
  w: number,
  b: number,
): Promise<Table | null> {
  const found = await findTable(folders, group, w, b)
  return found && openTable(group.rules, await readFile(found.path))
}

/** Writes a file so that a reader, or somebody who interrupts this, never finds a part of it. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${process.pid}.tmp`
  await writeFile(unfinished, bytes)
  await rename(unfinished, path)
}
