/** What a check found. */
export interface Finding {
  topic: string
  state: 'good' | 'problem' | 'skipped'
  /** What was found, and for a problem what to do. */
  text: string
}

export const good = (topic: string, text: string): Finding => ({ topic, state: 'good', text })
export const problem = (topic: string, text: string): Finding => ({ topic, state: 'problem', text })
export const skipped = (topic: string, text: string): Finding => ({ topic, state: 'skipped', text })
