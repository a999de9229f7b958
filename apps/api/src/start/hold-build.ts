import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { BUILD } from '../paths.ts'

/** Keeps the running build from being removed by the next one (bundle/publish.mjs), until this process ends. */
export function holdBuild(): void {
  const file = join(BUILD, 'sources.json')
  if (existsSync(file)) tryLock(openSync(file, 'r'), { shared: true })
}
