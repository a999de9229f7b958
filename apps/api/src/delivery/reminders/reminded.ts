/** For the metrics of a process. */
export interface Reminded {
  app: number
  mail: number
  digests: number
  /** How long after its time the last one came. */
  lagSeconds: number
}

export const nobodyReminded = (): Reminded => ({ app: 0, mail: 0, digests: 0, lagSeconds: 0 })
