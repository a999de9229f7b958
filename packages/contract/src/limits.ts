// Without dependencies, so that browser clients can import it without the schemas.

/** Characters of a username, and how many. */
export const USERNAME_LENGTH = { min: 3, max: 20 }
export const USERNAME = new RegExp(`^[A-Za-z0-9_-]{${USERNAME_LENGTH.min},${USERNAME_LENGTH.max}}$`)

/** The server ends a game as drawn at this ply. This is a limit of the server, not a rule of the game. */
export const MAX_PLY = 2000

/** Length of a message between players, in UTF-16 code units. */
export const MAX_MESSAGE_LENGTH = 1000

/** Length of a private note, in UTF-16 code units. */
export const MAX_NOTE_LENGTH = 2000

/** What the analyses of an account and of a guest may take, those of games included, as JSON. */
export const MAX_ANALYSIS_BYTES = 50 * 1024 * 1024
export const MAX_GUEST_ANALYSIS_BYTES = 1024 * 1024

/** How many times that may be written in a day. Each save writes the whole tree. */
export const ANALYSIS_WRITES_A_DAY = 10

/** How many analyses an account may have, and the length of a title in UTF-16 code units. */
export const MAX_ANALYSES = 2000
export const MAX_ANALYSIS_TITLE = 120

/** Length of the title and the text of news, in UTF-16 code units. */
export const MAX_NEWS_TITLE = 120
export const MAX_NEWS_TEXT = 5000

/** Limits of a tree of conditional moves: replies in total, and replies in a row. */
export const MAX_CONDITIONAL_REPLIES = 200
export const MAX_CONDITIONAL_DEPTH = 10

/** Deadline reminders per account. */
export const MAX_REMINDERS = 10

/** How often a player may give the opponent time in one game. */
export const MAX_GIFTS = 10

/** Days after the deadline at which the server ends a game whose time-out nobody has claimed. */
export const MAX_OVERDUE_DAYS = 30

/** Days after which the server rules on an open claim by its evidence. */
export const AUTO_RULING_DAYS = 3

/** A rated game counts only if it has at least this many plies. */
export const MIN_RATED_PLIES = 4

/** Length of what is sought in the names of clubs and of tournaments, in UTF-16 code units. */
export const MAX_CLUB_SEARCH = 100
export const MAX_TOURNAMENT_SEARCH = 80

/** Length of the text on a profile, in UTF-16 code units. */
export const MAX_ABOUT_LENGTH = 500

/** Bounds of a site invitation of a member, and of one of staff. */
export const MEMBERS_INVITATION = { uses: 5, days: 14 }
export const STAFF_INVITATION = { uses: 100, days: 90 }
/** Invitations that a member may have open at a time. */
export const OPEN_SITE_INVITATIONS = 5

/** How many members without an e-mail address are made at once. */
export const MAX_NEW_MEMBERS = 100
/** Days for which a code of a manager logs in. */
export const LOGIN_CODE_DAYS = 30
/** Minutes for which a code for another device logs in. */
export const DEVICE_CODE_MINUTES = 5
