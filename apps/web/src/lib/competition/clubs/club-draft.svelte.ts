import { ApiError } from '@tegenzet/client'
import type { Club, Language } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { showError } from '$lib/ui/show-error.ts'
import { isValid } from '$lib/ui/validators.ts'

// The limits of the contract.
const MIN_NAME = 3
export const MAX_NAME = 40
export const MAX_DESCRIPTION = 2000

type Terms = Pick<Club, 'name' | 'description' | 'language' | 'joining'>

/** The name, the texts and the settings of a club as they are typed into a form. */
export class ClubDraft {
  name = $state('')
  description = $state('')
  language = $state<Language>('en')
  joining = $state<Club['joining']>('open')
  errors = $state.raw<Partial<Record<'name' | 'description', string | undefined>>>({})

  constructor({ name, description, language, joining }: Terms) {
    this.name = name
    this.description = description
    this.language = language
    this.joining = joining
  }

  /** Sets the errors of the fields. @returns whether there are none */
  validate(): boolean {
    const { length } = this.name.trim()
    this.errors = {
      name: length < MIN_NAME || length > MAX_NAME ? m.clubs_name_wrong() : undefined,
      description: this.description.length > MAX_DESCRIPTION ? m.clubs_description_long() : undefined,
    }
    return isValid(this.errors)
  }

  toBody(): Terms {
    const { language, joining } = this
    return { name: this.name.trim(), description: this.description.trim(), language, joining }
  }

  /** Shows why the server refuses it. */
  readonly showRefusal = (error: unknown): unknown => {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'conflict') this.errors = { name: m.clubs_name_taken() }
    else if (code === 'validation') this.errors = { name: m.clubs_name_refused() }
    else return showError(error)
    return undefined
  }
}
