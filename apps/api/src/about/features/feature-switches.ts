import { OPTIONAL_FEATURES, type OptionalFeature } from '@tegenzet/contract'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../store/transaction.ts'
import { isRunning } from './running-store.ts'

/** How long it is remembered whether something of a feature still runs. */
const REMEMBERED_MS = 5000

/** What the host has switched off, and what of it goes on until it is over. */
export class FeatureSwitches {
  readonly #deps: Pick<Deps, 'config' | 'now'>
  readonly #db: Db
  readonly #ending = new Map<OptionalFeature, { isEnding: Promise<boolean>; askedAt: number }>()

  constructor(deps: Pick<Deps, 'config' | 'now'>, db: Db) {
    this.#deps = deps
    this.#db = db
  }

  isOn(feature: OptionalFeature): boolean {
    return this.#deps.config.features.has(feature)
  }

  /** Whether something of a feature that is off still runs. */
  isEnding(feature: OptionalFeature): Promise<boolean> {
    const now = this.#deps.now()
    const known = this.#ending.get(feature)
    if (known && now.getTime() - known.askedAt < REMEMBERED_MS) return known.isEnding
    const isEnding = isRunning(this.#db, feature, now)
    this.#ending.set(feature, { isEnding, askedAt: now.getTime() })
    // the next call asks again
    isEnding.catch(() => this.#ending.delete(feature))
    return isEnding
  }

  async ending(): Promise<OptionalFeature[]> {
    const found: OptionalFeature[] = []
    for (const feature of OPTIONAL_FEATURES)
      if (!this.isOn(feature) && (await this.isEnding(feature))) found.push(feature)
    return found
  }

  /** Whether something of it can be read. */
  async isReadable(feature: OptionalFeature): Promise<boolean> {
    return this.isOn(feature) || this.isEnding(feature)
  }
}
