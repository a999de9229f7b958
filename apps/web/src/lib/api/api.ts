import { createClient } from '@tegenzet/client'

/** The server this page came from, as the person logged in by its cookie. */
export const api = createClient()
