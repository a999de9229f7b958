import type { SecurityEvent, SecurityEventKind } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

const TEXTS: Record<SecurityEventKind, () => string> = {
  registered: m.security_log_registered,
  'logged-in': m.security_log_logged_in,
  'password-changed': m.security_log_password_changed,
  'password-reset': m.security_log_password_reset,
  'email-changed': m.security_log_email_changed,
  'username-changed': m.security_log_username_changed,
  'totp-added': m.security_log_totp_added,
  'totp-removed': m.security_log_totp_removed,
  'passkey-added': m.security_log_passkey_added,
  'passkey-removed': m.security_log_passkey_removed,
  'recovery-codes-renewed': m.security_log_codes_renewed,
  'recovery-code-used': m.security_log_code_used,
  'session-named': m.security_log_session_named,
  'factors-removed': m.security_log_factors_removed,
  'token-created': m.security_log_token_created,
  'token-revoked': m.security_log_token_revoked,
  'app-created': m.security_log_app_created,
  'app-deleted': m.security_log_app_deleted,
  'app-connected': m.security_log_app_connected,
  'app-disconnected': m.security_log_app_disconnected,
  'identity-proved': m.security_log_identity_proved,
  'copy-requested': m.security_log_copy_requested,
  'deletion-requested': m.security_log_deletion_requested,
  'deletion-undone': m.security_log_deletion_undone,
  'access-revoked': m.security_log_access_revoked,
  'account-created-for-you': m.security_log_account_created_for_you,
  'login-code-renewed': m.security_log_login_code_renewed,
  'device-code-created': m.security_log_device_code_created,
  'identity-linked': m.security_log_identity_linked,
  'identity-unlinked': m.security_log_identity_unlinked,
  secured: m.security_log_secured,
}

/** What happened, in words. A newer server may know more kinds. */
export const formatEvent = ({ kind }: SecurityEvent): string => (TEXTS[kind] ?? m.security_log_other)()
