import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export type Strength = 'weak' | 'fair' | 'good' | 'strong'

const SCORES = ['weak', 'weak', 'fair', 'good', 'strong'] as const satisfies Strength[]

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/**
 * How hard a password is to guess. Load this file when it is needed: it has a list of common passwords.
 * @param owner names and addresses of the password's owner
 */
export const estimateStrength = (password: string, owner: readonly string[]): Strength =>
  SCORES[zxcvbn.check(password, [...owner]).score]
