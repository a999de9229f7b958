/** What a kind of rules learned from games of the engine against itself. Written by `bench/fit-weights.ts`. */
export interface LearnedWeights {
  /** By phase: the weight of a stone, of the turn, and of each feature for own and for enemy stones, in hundredths of a stone. */
  linear: readonly string[]
  /** By `CORRECTIONS`: what each state of a region is worth besides its features, a character each. */
  corrections: readonly string[]
}
