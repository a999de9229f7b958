import { USERNAME } from '@tegenzet/contract/limits'
import { m } from '@tegenzet/texts/messages'

/** The contract's rules for form fields. Each returns an error message or undefined. */
export const validators = {
  username: (text: string): string | undefined =>
    text === ''
      ? m.account_field_required()
      : USERNAME.test(text)
        ? undefined
        : m.account_field_name_invalid(),

  email: (text: string): string | undefined =>
    text === ''
      ? m.account_field_required()
      : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
        ? undefined
        : m.account_field_email_invalid(),

  password: (text: string): string | undefined =>
    text === ''
      ? m.account_field_required()
      : text.length < 10
        ? m.account_field_password_short()
        : text.length > 128
          ? m.account_field_password_long()
          : undefined,

  required: (text: string): string | undefined => (text === '' ? m.account_field_required() : undefined),
}

/** Focuses the first invalid field. Call after `tick()`. @param form null if it has been removed */
export const focusFirstInvalid = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

/** Whether none of the fields has an error message. */
export const isValid = (errors: Record<string, string | undefined>): boolean =>
  Object.values(errors).every((error) => error === undefined)
