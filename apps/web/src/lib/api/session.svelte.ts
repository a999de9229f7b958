import { ApiError } from '@tegenzet/client'
import type { Account } from '@tegenzet/contract'
import { getLocale, type Locale, setLocale } from '$lib/i18n/locale.svelte.ts'
import { deviceTimeZone, setTimeZone } from '$lib/i18n/time-zone.svelte.ts'
import { api } from './api.ts'

/** Who is logged in here. */
class Session {
  /** null: nobody, or not known yet. */
  account = $state<Account | null>(null)
  /** The server has said who it is, or that it is nobody, or could not. */
  known = $state(false)
  /** Why the server could not say who it is. Until it can, the page is a visitor's, but nobody is asked to log in. */
  failure = $state.raw<unknown>(null)

  /** Asks the server. Never throws: what fails is in `failure`. */
  async load(): Promise<void> {
    try {
      this.#enter(await api.call('getAccount'))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.forget()
      else {
        this.failure = error
        this.known = true
      }
    }
  }

  /** @throws ApiError `wrong-credentials` */
  async logIn(username: string, password: string): Promise<void> {
    this.#enter((await api.call('logIn', { body: { username, password } })).account)
  }

  /** Opens an account in the language of the page and the time zone of the device, and is logged in. @throws ApiError `username-taken`, `email-taken`, `validation` */
  async register(details: {
    username: string
    email: string
    password: string
    adminCode?: string
  }): Promise<void> {
    const body = { ...details, language: getLocale() }
    this.#enter((await api.call('register', { body })).account)
    // The account is there whatever becomes of this; the zone can be chosen among its settings.
    await this.keepTime(deviceTimeZone()).catch(() => {})
  }

  async logOut(): Promise<void> {
    await api.call('logOut')
    this.forget()
  }

  /** The server has said that nobody is logged in any more. */
  forget(): void {
    this.account = null
    this.failure = null
    setTimeZone(undefined)
    this.known = true
  }

  /** Changes the language of the page, and of the account where there is one. */
  async speak(language: Locale): Promise<void> {
    setLocale(language)
    if (this.account) this.account = await api.call('updateAccount', { body: { language } })
  }

  /** Moments are shown in this zone from now on. @param timezone an IANA name */
  async keepTime(timezone: string): Promise<void> {
    this.#enter(await api.call('updateAccount', { body: { timezone } }))
  }

  /** Goes with the player into every game that begins from now on. */
  async keepWeek(week: Pick<Account, 'daysOff' | 'quietHours'>): Promise<void> {
    this.#enter(await api.call('updateAccount', { body: week }))
  }

  /** From now on a program plays with this account. @throws ApiError `not-a-new-account` */
  async becomeBot(): Promise<void> {
    this.#enter(await api.call('updateAccount', { body: { kind: 'bot' } }))
  }

  #enter(account: Account): void {
    this.account = account
    this.failure = null
    this.known = true
    setLocale(account.language)
    setTimeZone(account.timezone)
  }
}

export const session = new Session()
