import { isReadable, type OptionalFeature } from '@tegenzet/contract/features'
import type { Opened } from './call.ts'

/** Calls that only a site with a feature answers. */
export const ifReadable = <T>({ about }: Opened, feature: OptionalFeature, ...calls: T[]): T[] =>
  !about || isReadable(about, feature) ? calls : []
