import type { Phrases } from './phrases.ts'

export const en: Phrases = {
  numbers:
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(
      ' ',
    ),
  titles: {
    aim: 'Aim of the game',
    board: 'The board',
    placing: 'Placing',
    moving: 'Moving',
    flying: 'Flying',
    taking: 'Mills and taking',
    clearing: 'Leaving your camp',
    winning: 'Winning',
    draws: 'Draws',
    time: 'Time, resigning, cancelling',
    notation: 'Notation',
  },
  mill: {
    aim: 'Make mills: three of your own stones in a row along a line. Each mill you close costs your opponent a stone. You win when your opponent has fewer than three stones left, or cannot move any more.',
    board: (squares, points, mills) =>
      `${squares} squares lie inside one another, joined at the middle of their sides. Stones stand on the ${points} points where lines meet or turn. ${mills} rows of three points can become a mill.`,
    diagonals:
      'On this board the corners are joined as well, by four diagonals from the outer square to the inner one. You move along them like along any line, and three stones on a diagonal are a mill.',
    joints: 'Some lines join just two points. You move along them, but they are part of no mill.',
    placing: (stones) =>
      `The board is empty and each player has ${stones} stones in hand. White begins. In turn, each player puts one stone on any empty point, until both hands are empty.`,
    staying: 'Stones already on the board stay where they are for now.',
    movingMeanwhile:
      'Instead of placing a stone, you may move one of yours that is already on the board along a line to the next point, which must be empty.',
    moving:
      'Once all stones have been placed, each turn is a move of one of your stones along a line to the next point, which must be empty.',
    movingOnly:
      'Once your hand is empty, each turn is a move of one of your stones along a line to the next point, which must be empty, even while your opponent still has stones to place.',
    movingToTheEnd: 'This stays so when you are down to three stones.',
    flying:
      'Once your hand is empty and you have exactly three stones on the board, your stones can fly: each turn you move one of them to any empty point you like, line or no line. This goes for each player separately; the other one keeps to the lines until left with three stones too.',
    closing:
      'When you place or move a stone so that three of yours stand in a row along a line, you close a mill. A stone that leaves a mill and comes back later closes it again, every time.',
    compulsory:
      'You then take one of your opponent’s stones off the board, in the same turn. Taking is compulsory.',
    optional:
      'You may then take one of your opponent’s stones off the board, in the same turn. You need not: you may close a mill and leave everything standing.',
    takeable:
      'Stones that stand in a mill are safe. Only when all of your opponent’s stones on the board stand in mills may you take any of them. While your opponent has no stone on the board, nothing is taken.',
    oneStone:
      'Closing two mills at once still takes just one stone. A stone that was taken does not come back.',
    winning:
      'You win as soon as your opponent has fewer than three stones, those still in hand included. You also win when it is your opponent’s turn, with no stone left in hand and no move to make.',
    quiet: (reset, moves) =>
      `The game is a draw when each player has made ${moves} moves in a row and ${
        reset === 'mill' ? 'no mill has been closed' : 'no stone has been taken'
      } by either. Placing stones counts as well.`,
    points: (lastFile, lastRank) =>
      `Each point has a letter and a figure: a to ${lastFile} from left to right, 1 to ${lastRank} from bottom to top.`,
    moves: (placed, moved, captured) =>
      `A stone placed is written as its point: ${placed}. A move is written as from and to: ${moved}. A stone taken follows after an x: ${placed}x${captured}, ${moved}x${captured}.`,
    position: (reset, start) =>
      `A whole position fits on one line: the points row by row from top to bottom (w, b, or a dot for an empty one), whose turn it is, the stones White and Black have in hand, the number of turns since ${
        reset === 'capture' ? 'a stone was last taken' : 'a mill was last closed'
      }, and the move number. The start is ${start}`,
  },
  halma: {
    aim: (stones) =>
      `Bring all ${stones} of your stones across the board into your opponent’s camp, before your opponent fills yours. Nothing is ever taken.`,
    board: (size, stones, white, black) =>
      `The board has ${size} by ${size} squares. In two opposite corners lie the camps, of ${stones} squares each: White’s around ${white}, Black’s around ${black}. Each player starts with a full camp, and sees it at the bottom right.`,
    moving: 'White begins. In your turn you move one stone, by a step or by jumps.',
    step: 'A step goes to one of the eight squares around the stone, straight or diagonal, if it is empty.',
    jump: 'A jump goes over a stone right beside yours, your own or your opponent’s, in any of the eight directions, to the square right behind it, which must be empty. The stone jumped over stays.',
    jumpingOn:
      'From there the same stone may jump on, as often and in whatever directions there is something to jump over. You may stop after any jump, and you never have to jump. Jumps may pass through either camp. Only ending on the square you started from is not a move.',
    clearing: (moves) =>
      `Nobody may win time by staying at home. After ${moves} moves by each player, whoever still has a stone in their own camp loses. If both have, the game is drawn.`,
    reentering:
      'From then on, whoever ends a turn with a stone in their own camp loses at once. Jumping through it is no harm.',
    winning: (stones) => `You win at once when all ${stones} of your stones stand in your opponent’s camp.`,
    blocked: 'A player who has no move to make loses.',
    points: (lastFile, size) =>
      `Each square has a letter and a number: a to ${lastFile} from left to right, 1 to ${size} from bottom to top.`,
    moves: (move) => `A move is written as from and to, whatever the jumps in between: ${move}.`,
    position: (size, start) =>
      `A whole position fits on one line: the rows from ${size} down to 1 (w, b, or a dot for an empty square), whose turn it is, and the move number. The start is ${start}`,
  },
  winsFirst: 'A win comes before a draw that the same move would bring about.',
  draws: {
    agreement: 'The players may agree to a draw at any time while the game runs.',
    repetition: (hands) =>
      `The game is a draw when the same position stands for the third time: the same stones on the same places, the same player to move${
        hands ? ', and as many stones in each hand' : ''
      }. Other positions may lie in between.`,
    earliest: (move) => `The third time must come in move ${move} or later.`,
    automatic: 'The game then ends by itself; nobody has to claim anything.',
    repetitionFirst: 'Should one move bring about both, the game is recorded as drawn by repetition.',
    claimed:
      'The game does not end by itself: it goes on until a player claims the draw and an arbiter upholds the claim.',
    unruled: 'If no arbiter has ruled after 3 days, the server does, by the evidence.',
    evidence: (repetition, quiet) =>
      `A claim says what it rests on: ${[
        repetition && 'for a repetition, the numbers of the three positions',
        quiet && 'for moves without progress, the first and the last turn of the stretch',
      ]
        .filter(Boolean)
        .join('; ')}.`,
    beforeMoving:
      'Claim instead of moving. Only the player to move can claim: for the position on the board, or for the position after a move that you name but do not play. If you play a move, even that one, you lose the claim.',
    afterDeclinedOffer:
      'Offer your opponent the draw first, with a move or without one, and give the reason and the numbers. If the offer is declined, in words or by playing on, or stays unanswered for as long as one move may take (3 days where the time is for the whole game), you may bring the claim to the arbiters, for the same reason and with the same numbers. It does not lapse when moves are played in the meantime, and it need not be your turn.',
    frozen:
      'While a claim is open, the game is paused and no clock runs. The opponent may still agree to the draw, and either player may resign. If the claim is rejected, the game goes on where it was, and the same claim cannot be made again. The time taken by a claim you withdraw is taken off your clock.',
  },
  time: 'How many days there are for each move is settled before the game begins. Whoever has not moved by then loses.',
  leaving:
    'You may resign at any time, also when it is your opponent’s turn. Before each player has had a turn, either may cancel the game. It then counts for nobody, and so it does when somebody resigns or runs out of time that early.',
  numbering:
    'One turn by White and one by Black make one move. 11w is White’s turn in move 11, 11b Black’s. Positions are numbered by the turns played: position 0 is the start, position 21 stands after 11w.',
  record: (example) => `A game is its moves one after the other: ${example}`,
}
