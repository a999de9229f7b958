/** The sections of the OpenAPI document. */
export const TAGS = {
  Accounts: 'Registration, sessions, settings and public profiles',
  Tokens: 'Personal access tokens for your own programs',
  Vacations: 'Vacations, which stop your clocks',
  Rules: 'The rule sets that can be played',
  Challenges: 'Challenges, invitations and rematches: how games start',
  Tournaments: 'Round-robin tournaments and ladders: entering, playing, organising',
  Leagues: 'Leagues with divisions and seasons, one per rule set',
  Clubs: 'Clubs, their members, and matches between them',
  Games: 'Games, moves, positions and exports',
  Messages: 'Messages between the two players of a game',
  'Conditional moves': 'Moves prepared for your opponent’s replies. Only you can see them',
  Notes: 'Private notes on your games',
  Ratings: 'Ratings, leaderboards, and what a game is worth',
  People: 'Favourites, blocks and reports of other players',
  Analysis:
    'Your own analysis of games, the analysis board, the explorer of openings, and endgame tables: exact values of positions with few stones',
  Puzzles: 'Positions in which one move alone wins, or draws: to solve, and rated',
  Draws: 'Draw offers',
  Claims: 'Draw claims, on which arbiters and admins rule',
  Admin: 'Rulings on claims and reports, sanctions, appeals, roles, and the server’s mail',
  Bots: 'Bots and their availability',
  Webhooks: 'HTTP calls to your own URLs when something happens',
  Notifications: 'Notifications, reminders and mail settings',
  Apps: 'OAuth apps that act for other players',
  Live: 'Events as they happen',
  Server: 'About this server',
  Health: 'Monitoring of the server',
} as const

export type Tag = keyof typeof TAGS
