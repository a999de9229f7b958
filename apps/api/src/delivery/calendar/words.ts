import type { Language } from '@tegenzet/contract'

/** What a calendar says, in one language. */
interface CalendarWords {
  /** Of an event: what is to be done. */
  summary: (rules: string, opponent: string) => string
  /** @param move its number */
  description: (move: number) => string
  /** In place of the name of a player whose account was closed. */
  closed: string
}

export const WORDS: Record<Language, CalendarWords> = {
  nl: {
    summary: (rules, opponent) => `Zet doen: ${rules} tegen ${opponent}`,
    description: (move) => `Je bent aan zet (zet ${move}). Op dit tijdstip is je bedenktijd om.`,
    closed: 'een opgeheven account',
  },
  de: {
    summary: (rules, opponent) => `Ziehen: ${rules} gegen ${opponent}`,
    description: (move) => `Du bist am Zug (Zug ${move}). Zu diesem Zeitpunkt läuft deine Bedenkzeit ab.`,
    closed: 'ein aufgelöstes Konto',
  },
  en: {
    summary: (rules, opponent) => `Make a move: ${rules} against ${opponent}`,
    description: (move) => `It is your turn (move ${move}). Your time runs out at this moment.`,
    closed: 'a closed account',
  },
  fr: {
    summary: (rules, opponent) => `Jouer un coup : ${rules} contre ${opponent}`,
    description: (move) => `C’est à vous de jouer (coup ${move}). Votre temps s’achève à cet instant.`,
    closed: 'un compte fermé',
  },
}
