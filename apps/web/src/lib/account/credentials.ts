import { m } from '$lib/paraglide/messages.js'

/** What the contract asks of a new account, told before the server has to. Each gives what is wrong, if anything. */
export const check = {
  username: (text: string): string | undefined =>
    text === '' ? m.field_needed() : /^[A-Za-z0-9_-]{3,20}$/.test(text) ? undefined : m.field_name_bad(),

  email: (text: string): string | undefined =>
    text === ''
      ? m.field_needed()
      : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
        ? undefined
        : m.field_email_bad(),

  password: (text: string): string | undefined =>
    text === ''
      ? m.field_needed()
      : text.length < 10
        ? m.field_password_short()
        : text.length > 128
          ? m.field_password_long()
          : undefined,

  needed: (text: string): string | undefined => (text === '' ? m.field_needed() : undefined),
}

/** Moves to the first field that is marked wrong, once the marks are drawn; null: the form has gone meanwhile. */
export const focusFirstWrong = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
