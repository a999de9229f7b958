import type { Input } from '@tegenzet/client'
import type { Account } from '@tegenzet/contract'
import { adoptLocale, getLocale, type Locale, setLocale } from '$lib/i18n/locale.svelte.ts'
import { deviceTimeZone, setTimeZone } from '$lib/i18n/time-zone.svelte.ts'
import { api } from './api.ts'
import { keepAnswersFor } from './kept-answers.ts'

/** The account that is logged in. */
class Session {
  /** null while loading and when nobody is logged in. */
  account = $state<Account | null>(null)
  /** null without an account. It changes only with who is logged in, not with every answer about the account. */
  readonly accountId = $derived(this.account?.id ?? null)
  /**
   * What decides which events the server sends: the account, its roles, and a second factor, which roles may require. null
   * without an account.
   */
  readonly receiver = $derived(
    this.account && `${this.account.id} ${this.account.roles} ${this.account.secondFactor}`,
  )
  /** The server has answered, or failed to. */
  loaded = $state(false)
  /** Why loading failed. The page then shows what visitors see, but does not ask anybody to log in. */
  failure = $state.raw<unknown>(null)

  /** Whether somebody plays without an account. */
  get isGuest(): boolean {
    return this.account?.kind === 'guest'
  }

  /** Never throws: an error is in `failure`. */
  async load(): Promise<void> {
    try {
      const { account } = await api.call('getSession')
      if (account) this.#setAccount(account)
      else this.clear()
    } catch (error) {
      this.failure = error
      this.loaded = true
    }
  }

  /** @throws ApiError `wrong-credentials`, `second-factor-needed` */
  async logIn(body: NonNullable<Input<'logIn'>['body']>): Promise<void> {
    this.#setAccount((await api.call('logIn', { body })).account)
  }

  /** @throws ApiError `unauthenticated` if the code is wrong, used or too old, `second-factor-needed` */
  async logInWithCode(body: NonNullable<Input<'logInWithCode'>['body']>): Promise<void> {
    this.#setAccount((await api.call('logInWithCode', { body })).account)
  }

  /**
   * Becomes a guest with the language of the page and the time zone of the device, or stays one. Call it when the visitor
   * plays, not when a page opens: crawlers open pages too.
   * @throws ApiError `conflict` if somebody is logged in, `rate-limited`
   */
  async playAsGuest(): Promise<void> {
    this.#setAccount((await api.call('createGuest', { body: { language: getLocale() } })).account)
    // the guest can play even if this fails
    await this.saveTimeZone(deviceTimeZone()).catch(() => {})
  }

  /**
   * Registers with the language of the page and the time zone of the device, and logs in. A guest keeps
   * their games.
   * @throws ApiError `username-taken`, `email-taken`, `validation`
   */
  async register(details: {
    username: string
    email: string
    password: string
    adminCode?: string
    puzzle?: { text: string; nonce: string }
    invitation?: string
  }): Promise<void> {
    const body = { ...details, language: getLocale() }
    this.#setAccount((await api.call('register', { body })).account)
    // Registration has succeeded even if this fails. The time zone can be set in the settings.
    await this.saveTimeZone(deviceTimeZone()).catch(() => {})
  }

  /**
   * Completes a log-in with the host's provider.
   * @returns the page to open now
   * @throws ApiError `not-found` if it took too long, `username-taken`, `invitation-needed`, `wrong-credentials`
   */
  async completeOidc(body: NonNullable<Input<'completeOidc'>['body']>): Promise<string> {
    const { account, next } = await api.call('completeOidc', { body })
    this.#setAccount(account)
    if ('username' in body) await this.saveTimeZone(deviceTimeZone()).catch(() => {})
    return next
  }

  async logOut(): Promise<void> {
    await api.call('logOut')
    this.clear()
  }

  /** The session has ended. */
  clear(): void {
    this.account = null
    this.failure = null
    keepAnswersFor(null)
    setTimeZone(undefined)
    this.loaded = true
  }

  /** Sets the language of the page and of the account. */
  async setLanguage(language: Locale): Promise<void> {
    if (this.account) this.account = await api.call('updateAccount', { body: { language } })
    setLocale(language)
  }

  /** @param timezone an IANA name */
  async saveTimeZone(timezone: string): Promise<void> {
    this.#setAccount(await api.call('updateAccount', { body: { timezone } }))
  }

  /** Applies to games that begin from now on. */
  async saveSchedule(schedule: Pick<Account, 'daysOff' | 'quietHours'>): Promise<void> {
    this.#setAccount(await api.call('updateAccount', { body: schedule }))
  }

  async saveContact(contact: Account['contact']): Promise<void> {
    this.#setAccount(await api.call('updateAccount', { body: { contact } }))
  }

  /** @throws ApiError `validation`, `muted` */
  async saveProfile(profile: Pick<Account, 'about' | 'country' | 'profileShows'>): Promise<void> {
    this.#setAccount(await api.call('updateAccount', { body: profile }))
  }

  /** Turns the account into a bot account. @throws ApiError `not-a-new-account` */
  async becomeBot(): Promise<void> {
    this.#setAccount(await api.call('updateAccount', { body: { kind: 'bot' } }))
  }

  /** @throws ApiError `username-taken`, `proof-needed`, `limit-reached`, `conflict`, `forbidden` */
  async changeUsername(username: string): Promise<void> {
    this.#setAccount(await api.call('changeUsername', { body: { username } }))
  }

  /** The account is deleted in a few days. @throws ApiError `proof-needed` */
  async deleteAccount(): Promise<void> {
    this.#setAccount(await api.call('deleteAccount'))
  }

  /** @throws ApiError `conflict` */
  async undoDeletion(): Promise<void> {
    this.#setAccount(await api.call('undoDeletion'))
  }

  #setAccount(account: Account): void {
    keepAnswersFor(account.id)
    this.account = account
    this.failure = null
    this.loaded = true
    adoptLocale(account.language)
    setTimeZone(account.timezone)
  }
}

export const session = new Session()
